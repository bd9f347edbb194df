package dev.mongohaul.csv;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Search for inputs in UTF-8 that are read in a charset of single bytes, in which every byte is a character. */
public final class MistakenCharset {

    private static final int HEAD_BYTES = 64 << 10;
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}]{0,20}[^\\p{ASCII}][\\p{L}\\p{M}]{0,20}");

    private MistakenCharset() {}

    /**
     * Returns a sentence on the first input whose beginning has other characters than those of ASCII, all of them valid UTF-8;
     * empty if there is none. Text in a charset of single bytes is nearly never valid UTF-8.
     */
    public static Optional<String> of(Inputs inputs, InputSurvey survey) throws IOException {
        for (Input input : inputs.list()) {
            Charset charset = survey.starts().get(input.index()).charset();
            if (charset.canEncode() && charset.newEncoder().maxBytesPerChar() == 1) {
                Optional<String> mistaken = of(input, charset);
                if (mistaken.isPresent()) {
                    return mistaken;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> of(Input input, Charset charset) throws IOException {
        ByteBuffer head;
        try (InputStream in = input.peek()) {
            head = ByteBuffer.wrap(in.readNBytes(HEAD_BYTES));
        }
        CharBuffer text = CharBuffer.allocate(head.limit());
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        // The last character may be cut.
        boolean valid = !decoder.decode(head, text, head.limit() < HEAD_BYTES).isError();
        Matcher word = WORD.matcher(text.flip());
        return valid && word.find()
                ? Optional.of(
                        "%s is read as %s, and seems to be UTF-8: %s becomes %s. If it is UTF-8, set source.charset"
                                .formatted(
                                        input.name(),
                                        charset.name(),
                                        Printable.quoted(word.group()),
                                        Printable.quoted(
                                                new String(word.group().getBytes(StandardCharsets.UTF_8), charset))))
                : Optional.empty();
    }
}
