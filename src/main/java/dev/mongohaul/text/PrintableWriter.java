package dev.mongohaul.text;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/** A writer that escapes control characters, since messages and pages quote untrusted text. */
public final class PrintableWriter extends FilterWriter {

    public PrintableWriter(Writer out) {
        super(out);
    }

    @Override
    public void write(int character) throws IOException {
        write(String.valueOf((char) character), 0, 1);
    }

    @Override
    public void write(char[] characters, int offset, int length) throws IOException {
        write(new String(characters, offset, length), 0, length);
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
        out.write(Printable.lines(text.substring(offset, offset + length)));
    }
}
