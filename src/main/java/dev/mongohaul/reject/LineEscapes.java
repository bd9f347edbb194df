package dev.mongohaul.reject;

import dev.mongohaul.text.Printable;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;

/** Escapes what JSON allows in a string and a reader of lines or a terminal does not survive: see {@link Printable}. */
final class LineEscapes extends CharacterEscapes {

    private static final long serialVersionUID = 1L;
    private static final char DELETE = 0x7F;

    @Override
    public int[] getEscapeCodesForAscii() {
        int[] codes = standardAsciiEscapesForJSON();
        codes[DELETE] = ESCAPE_STANDARD;
        return codes;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
        return Printable.isEscaped(character) ? new SerializedString(Printable.escape(character)) : null;
    }
}
