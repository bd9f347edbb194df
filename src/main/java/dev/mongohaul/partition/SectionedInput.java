package dev.mongohaul.partition;

import dev.mongohaul.csv.InputSurvey.Start;
import dev.mongohaul.csv.input.FileSource;
import dev.mongohaul.csv.input.Input;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;

/**
 * A plain file that can be cut inside, in sections of equal size.
 *
 * <p>Parts of one section must come in their order; different sections may be read on different threads.
 */
final class SectionedInput {

    private static final int MOST_ESCAPES = 1024;

    private final Marks marks;
    private final Input input;
    private final Start start;
    private final int sectionBytes;
    private final Section[] sections;

    SectionedInput(Marks marks, Input input, Start start, int sectionBytes) {
        this.marks = marks;
        this.input = input;
        this.start = start;
        this.sectionBytes = sectionBytes;
        sections = new Section[Math.toIntExact((input.capacity() + sectionBytes - 1) / sectionBytes)];
        Arrays.setAll(sections, index -> new Section(marks, Math.max(begin(), (long) index * sectionBytes)));
    }

    private long begin() {
        return start.offset() - input.baseOffset();
    }

    /** Takes bytes that begin at an offset of the file; what lies before its first record is passed over. */
    void read(long offset, byte[] bytes, int length) {
        int from = (int) Math.min(length, Math.max(0, begin() - offset));
        while (from < length) {
            int index = (int) ((offset + from) / sectionBytes);
            if (marks.hasEscape() && sections[index].isEmpty() && marks.canBeEscaped(bytes[from])) {
                begin(sections[index], offset + from);
            }
            int to = (int) Math.min(length, (index + 1L) * sectionBytes - offset);
            sections[index].read(bytes, from, to);
            from = to;
        }
    }

    /** Looks up in the file whether an escape stands before the section: another thread may read that part later. */
    private void begin(Section section, long offset) {
        if (offset == begin()) {
            return;
        }
        try (FileChannel file = FileChannel.open(((FileSource) input.source()).path(), StandardOpenOption.READ)) {
            int length = (int) Math.min(MOST_ESCAPES, offset - begin());
            ByteBuffer before = ByteBuffer.allocate(length);
            while (before.hasRemaining() && file.read(before, offset - before.remaining()) > 0) {
                // Until all is there. A file that became shorter is found when it is read.
            }
            boolean behindReturn = before.get(length - 1) == '\r';
            int end = behindReturn ? length - 1 : length;
            int at = end;
            while (at > 0 && marks.isEscape(before.get(at - 1))) {
                at--;
            }
            if (at == 0 && length == MOST_ESCAPES) {
                section.endCuts();
            } else if ((end - at) % 2 == 1) {
                section.beginWith(behindReturn ? Section.Next.ESCAPED_IF_LINE_FEED : Section.Next.ESCAPED);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure.getMessage(), failure);
        }
    }

    boolean isQuoted() {
        return Arrays.stream(sections).anyMatch(Section::isQuoted);
    }

    /** To be called once every byte was read. */
    List<Cut> cuts(long mostBetweenCuts) {
        SectionChain chain = new SectionChain(marks, input, start, mostBetweenCuts);
        for (Section section : sections) {
            if (!section.isEmpty() && !chain.add(section)) {
                break;
            }
        }
        return chain.cuts();
    }
}
