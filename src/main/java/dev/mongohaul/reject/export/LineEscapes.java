package dev.mongohaul.reject.export;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;

/**
 * Escapes what JSON allows in a string and a reader of lines or a terminal does not survive: DEL, the C1 controls, and
 * the line ends beyond ASCII (U+0085, U+2028, U+2029).
 */
final class LineEscapes extends CharacterEscapes {

    private static final long serialVersionUID = 1L;
    private static final char DELETE = 0x7F;
    private static final char LAST_OF_C1 = 0x9F;
    private static final char LINE_SEPARATOR = 0x2028;
    private static final char PARAGRAPH_SEPARATOR = 0x2029;

    @Override
    public int[] getEscapeCodesForAscii() {
        int[] codes = standardAsciiEscapesForJSON();
        codes[DELETE] = ESCAPE_STANDARD;
        return codes;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
        boolean control = character > DELETE && character <= LAST_OF_C1;
        boolean lineEnd = character == LINE_SEPARATOR || character == PARAGRAPH_SEPARATOR;
        return control || lineEnd ? new SerializedString(String.format(Locale.ROOT, "\\u%04x", character)) : null;
    }
}
