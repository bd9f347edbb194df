package dev.mongohaul.partition;

import dev.mongohaul.csv.InputSurvey.Start;
import dev.mongohaul.csv.input.Input;
import java.util.Arrays;
import java.util.List;

/**
 * A plain file that can be cut inside, in sections of equal size.
 *
 * <p>Parts of one section must come in their order; different sections may be read on different threads.
 */
final class SectionedInput {

    private final Input input;
    private final Start start;
    private final int sectionBytes;
    private final Section[] sections;

    SectionedInput(Marks marks, Input input, Start start, int sectionBytes) {
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
            int to = (int) Math.min(length, (index + 1L) * sectionBytes - offset);
            sections[index].read(bytes, from, to);
            from = to;
        }
    }

    boolean isQuoted() {
        return Arrays.stream(sections).anyMatch(Section::isQuoted);
    }

    /** To be called once every byte was read. */
    List<Cut> cuts(Marks marks, long mostBetweenCuts) {
        SectionChain chain = new SectionChain(marks, input, start, mostBetweenCuts);
        for (Section section : sections) {
            if (!section.isEmpty() && !chain.add(section)) {
                break;
            }
        }
        return chain.cuts();
    }
}
