package dev.mongohaul.infer;

import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Ranges spread evenly over plain inputs; each begins at an input's first byte or behind a line end. */
final class Places {

    private Places() {}

    static List<ReadRange> of(Inputs inputs, SampleSize size) throws IOException {
        List<ReadRange> places = new ArrayList<>();
        long last = inputs.endOffset() - size.placeBytes();
        for (int place = 0; place < size.places(); place++) {
            long from = Math.round((double) last * place / (size.places() - 1));
            Input input = inputs.locate(from);
            long to = Math.min(from + size.placeBytes(), input.endOffset());
            long start = from == input.baseOffset() ? from : lineBehind(input, from, to);
            if (start < to) {
                places.add(new ReadRange(start, to, 1));
            }
        }
        return places;
    }

    /** The first beginning of a line; a line break inside quotes is taken for one, and found out later. */
    private static long lineBehind(Input input, long from, long to) throws IOException {
        try (InputStream in = new BufferedInputStream(input.source().open())) {
            in.skipNBytes(from - input.baseOffset());
            for (long at = from; at < to; at++) {
                int octet = in.read();
                if (octet == '\n' || octet == '\r') {
                    return at + 1;
                }
            }
        }
        return to;
    }
}
