package dev.mongohaul.csv;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/** Decodes one line at a time, a long one in several parts; bytes that mean nothing are carried on as escapes. */
final class LineDecoder {

    private static final int CHARS = 8192;

    private final CharsetDecoder decoder;
    private final CharBuffer chars = CharBuffer.allocate(CHARS);

    LineDecoder(Charset charset) {
        decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    /**
     * Appends a part of a line to the text.
     *
     * @param last whether the line ends at {@code to}; if not, bytes of a character that goes on behind are left
     * @return the index behind the last byte decoded
     */
    int decode(byte[] bytes, int from, int to, boolean last, Utf8Buffer text) {
        ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
        CoderResult result;
        do {
            result = decoder.decode(in, chars, last);
            drain(text);
            if (result.isError()) {
                escape(in, result.length(), text);
            }
        } while (!result.isUnderflow());
        if (last) {
            decoder.flush(chars);
            drain(text);
            decoder.reset();
        }
        return in.position();
    }

    private void drain(Utf8Buffer text) {
        text.append(chars.array(), chars.position());
        chars.clear();
    }

    private static void escape(ByteBuffer in, int length, Utf8Buffer text) {
        for (int count = 0; count < length; count++) {
            text.appendEscape(in.get());
        }
    }
}
