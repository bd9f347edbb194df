package dev.mongohaul.cli.console;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.mongohaul.text.Printable;

/** A log message on one line, whatever it quotes; {@code logback.xml} names it. */
public final class PrintableMessage extends MessageConverter {

    @Override
    public String convert(ILoggingEvent event) {
        return Printable.of(super.convert(event));
    }
}
