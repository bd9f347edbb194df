package dev.mongohaul.csv;

import java.io.IOException;

/** Place at the beginning of a line of an input, with the line's number. */
final class LineCursor {

    private final Utf8Blocks blocks;
    private int index;
    private long line;

    public LineCursor(Utf8Blocks blocks, long line) {
        this.blocks = blocks;
        this.line = line;
    }

    public int index() {
        return index;
    }

    public long line() {
        return line;
    }

    /** Returns the offset in the input. */
    public long offset() {
        return blocks.offset(index);
    }

    /** Reads until that many bytes from here on are in the block; false where the input ends before. */
    public boolean ensure(int count) throws IOException {
        while (blocks.limit() - index < count) {
            if (blocks.exhausted()) {
                return false;
            }
            more();
        }
        return true;
    }

    /** Reads more bytes after those from here on. */
    public void more() throws IOException {
        blocks.refill(index);
        index = 0;
    }

    public void moveTo(int next, long lines) {
        index = next;
        line += lines;
    }

    /** Skips blank lines and lines that begin with the prefix; false where the input ends. */
    public boolean findRecord(byte[] comment) throws IOException {
        while (ensure(1)) {
            byte first = blocks.bytes()[index];
            if (first != '\n' && first != '\r' && (comment.length == 0 || !startsWith(comment))) {
                return true;
            }
            skipLine(index, new KeptBytes(0));
        }
        return false;
    }

    private boolean startsWith(byte[] prefix) throws IOException {
        if (blocks.bytes()[index] != prefix[0] || !ensure(prefix.length)) {
            return false;
        }
        for (int at = 0; at < prefix.length; at++) {
            if (blocks.bytes()[index + at] != prefix[at]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Moves past the first line end at or after {@code from}, however far that is, in constant memory.
     *
     * @return characters of the line end: 0 at the input's end, 2 for CRLF
     */
    public int skipLine(int from, KeptBytes kept) throws IOException {
        line += lineEndsBefore(from);
        int at = from;
        while (true) {
            at = findLineEnd(at);
            if (at < blocks.limit()) {
                break;
            }
            if (blocks.exhausted()) {
                kept.add(blocks, index, at);
                index = at;
                return 0;
            }
            drop(kept);
            at = 0;
        }
        return passLineEnd(at, kept);
    }

    private int passLineEnd(int lineEnd, KeptBytes kept) throws IOException {
        line++;
        boolean carriageReturn = blocks.bytes()[lineEnd] == '\r';
        int next = lineEnd + 1;
        if (carriageReturn && next == blocks.limit() && !blocks.exhausted()) {
            drop(kept);
            next = 0;
        }
        boolean pair = carriageReturn && next < blocks.limit() && blocks.bytes()[next] == '\n';
        if (pair) {
            next++;
        }
        kept.add(blocks, index, next);
        index = next;
        return pair ? 2 : 1;
    }

    private void drop(KeptBytes kept) throws IOException {
        kept.add(blocks, index, blocks.limit());
        blocks.refill(blocks.limit());
        index = 0;
    }

    private int findLineEnd(int from) {
        byte[] bytes = blocks.bytes();
        int at = from;
        while (at < blocks.limit() && bytes[at] != '\n' && bytes[at] != '\r') {
            at++;
        }
        return at;
    }

    private int lineEndsBefore(int to) {
        byte[] bytes = blocks.bytes();
        int count = 0;
        for (int at = index; at < to; at++) {
            if (bytes[at] == '\n' || (bytes[at] == '\r' && (at + 1 == blocks.limit() || bytes[at + 1] != '\n'))) {
                count++;
            }
        }
        return count;
    }
}
