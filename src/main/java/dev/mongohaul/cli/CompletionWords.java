package dev.mongohaul.cli;

import java.util.Iterator;
import java.util.List;

/** Allowed words of an argument. */
abstract class CompletionWords implements Iterable<String> {

    private final List<String> words;

    CompletionWords(String... words) {
        this.words = List.of(words);
    }

    @Override
    public Iterator<String> iterator() {
        return words.iterator();
    }
}
