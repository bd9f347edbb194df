package dev.mongohaul.cli.run;

import java.util.Iterator;
import java.util.List;

/** Allowed words of an argument. */
public abstract class CompletionWords implements Iterable<String> {

    private final List<String> words;

    protected CompletionWords(String... words) {
        this.words = List.of(words);
    }

    @Override
    public Iterator<String> iterator() {
        return words.iterator();
    }
}
