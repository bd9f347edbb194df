package dev.mongohaul.cli.console;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.IThrowableProxy;
import dev.mongohaul.text.Printable;

/** A stack trace in the log, without anything that drives a terminal; {@code logback.xml} names it. */
public final class PrintableException extends ThrowableProxyConverter {

    @Override
    protected String throwableProxyToString(IThrowableProxy failure) {
        return Printable.lines(super.throwableProxyToString(failure));
    }
}
