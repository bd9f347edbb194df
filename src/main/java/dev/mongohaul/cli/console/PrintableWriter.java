package dev.mongohaul.cli.console;

import dev.mongohaul.text.Printable;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/** Lets nothing by that drives a terminal: text of strangers gets into messages by many ways, and all end here. */
final class PrintableWriter extends FilterWriter {

    PrintableWriter(Writer out) {
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
        String shown = Printable.lines(text.substring(offset, offset + length));
        out.write(shown, 0, shown.length());
    }
}
