package dev.mongohaul.reject.export;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvFrameTests {

    @ParameterizedTest
    @CsvSource({"UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32", "x-UTF-16LE-BOM", "UTF-8", "ISO-8859-1"})
    void lineEndIsEncodedInTheCharsetOfTheInputWithoutMark(Charset charset) throws IOException {
        byte[] lineEnd = endOfRecord(CsvFrame.of(new byte[0], "\r\n", charset));

        assertThat(lineEnd).hasSize(2 * "\n\n".getBytes(charset).length - 2 * "\n".getBytes(charset).length);
        assertThat(new String(lineEnd, charset.name().startsWith("x-") ? UTF_16LE : charset))
                .isEqualTo("\r\n");
    }

    @ParameterizedTest
    @CsvSource({"UTF-8", "UTF-16LE", "UTF-16BE"})
    void headThatEndsInTheMiddleOfLineGetsLineEnd(Charset charset) throws IOException {
        assertThat(new String(head(CsvFrame.of("a,b".getBytes(charset), "\r\n", charset)), charset))
                .isEqualTo("a,b\r\n");
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"'a,b\n'", "'a,b\r\n'", "'a,b\r'", "'# skipped\n\na,b\n'", "''"})
    void completeHeadStaysAsItIs(String head) throws IOException {
        assertThat(head(CsvFrame.of(head.getBytes(UTF_8), "\r\n", UTF_8))).isEqualTo(head.getBytes(UTF_8));
        assertThat(head(CsvFrame.of(head.getBytes(UTF_16LE), "\r\n", UTF_16LE))).isEqualTo(head.getBytes(UTF_16LE));
    }

    @ParameterizedTest
    @CsvSource({"UTF-8", "UTF-16LE", "UTF-16BE"})
    void byteOrderMarkStaysInFront(Charset charset) throws IOException {
        byte[] marked = "\uFEFFa,b\n".getBytes(charset);

        assertThat(head(CsvFrame.of(marked, "\n", charset))).isEqualTo(marked);
    }

    @ParameterizedTest
    @CsvSource({"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-16"})
    void byteOrderMarkAloneIsNoLine(Charset charset) throws IOException {
        byte[] mark = "\uFEFF".getBytes(charset.name().equals("UTF-16") ? UTF_16BE : charset);

        assertThat(head(CsvFrame.of(mark, "\n", charset))).isEqualTo(mark);
    }

    private static byte[] head(CsvFrame frame) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        frame.begin(out);
        return out.toByteArray();
    }

    private static byte[] endOfRecord(CsvFrame frame) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        frame.endRecord(out);
        return out.toByteArray();
    }
}
