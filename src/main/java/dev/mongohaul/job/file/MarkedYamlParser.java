package dev.mongohaul.job.file;

import java.io.Reader;
import java.io.StringReader;
import java.util.Optional;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.io.IOContext;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/** Jackson's YAML parser, which also reports plain scalars and the line of a second document. */
final class MarkedYamlParser extends YAMLParser {

    private static final Factory FACTORY = new Factory();

    private int documents;
    private int lastDocumentLine;

    private MarkedYamlParser(Factory factory, ObjectReadContext context, IOContext io, Reader text) {
        super(context, io, factory._getBufferRecycler(), 0, 0, factory.settings(), text);
    }

    static MarkedYamlParser of(String text) {
        return (MarkedYamlParser) FACTORY.createParser(ObjectReadContext.empty(), new StringReader(text));
    }

    /** Returns whether the current value is a scalar without quotes, whose type YAML decides. */
    boolean isPlain() {
        return _lastEvent instanceof ScalarEvent scalar && scalar.isPlain();
    }

    /** Returns the name that aliases of the current value use; Jackson reports those of lists and groups only. */
    Optional<String> anchor() {
        return _lastEvent instanceof NodeEvent node ? node.getAnchor().map(Anchor::getValue) : Optional.empty();
    }

    /** Returns the line of the current token, from 1. */
    int line() {
        return Math.max(1, currentTokenLocation().getLineNr());
    }

    boolean hasSecondDocument() {
        return documents > 1;
    }

    int lastDocumentLine() {
        return lastDocumentLine;
    }

    @Override
    protected Event nextEvent() {
        Event event = super.nextEvent();
        if (event instanceof DocumentStartEvent start) {
            documents++;
            lastDocumentLine =
                    start.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
        }
        return event;
    }

    private static final class Factory extends YAMLFactory {

        private static final long serialVersionUID = 1L;

        private org.snakeyaml.engine.v2.api.LoadSettings settings() {
            return _loadSettings;
        }

        @Override
        protected YAMLParser _createParser(ObjectReadContext context, IOContext io, Reader text) {
            return new MarkedYamlParser(this, context, io, text);
        }
    }
}
