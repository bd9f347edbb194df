package dev.mongohaul.reject;

import dev.mongohaul.reject.Reject.RejectReason;
import dev.mongohaul.reject.Reject.RejectStage;
import dev.mongohaul.reject.Reject.RejectedCell;
import dev.mongohaul.reject.Reject.RejectedRecord;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** Rejects as JSON Lines: one object a line, with the same keys, {@code null} without a value. */
final class RejectJson {

    private static final JsonMapper MAPPER = JsonMapper.builder(
                    JsonFactory.builder().characterEscapes(new LineEscapes()).build())
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .build();

    private RejectJson() {}

    static void append(Reject reject, OutputStream out) throws IOException {
        out.write(MAPPER.writeValueAsBytes(Line.of(reject)));
        out.write('\n');
    }

    /** Keys of a line, in their order. */
    record Line(
            String file,
            long line,
            long offset,
            long length,
            @Nullable Integer cell,
            @Nullable String column,
            @Nullable String value,
            RejectStage stage,
            @Nullable Integer code,
            String reason) {

        static Line of(Reject reject) {
            RejectedRecord record = reject.record();
            RejectReason reason = reject.reason();
            RejectedCell cell = reason.cell();
            return new Line(
                    record.file(),
                    record.line(),
                    record.offset(),
                    record.length(),
                    cell == null ? null : cell.number(),
                    cell == null ? null : cell.column(),
                    cell == null ? null : cell.value(),
                    reason.stage(),
                    reason.code(),
                    reason.text());
        }
    }

    /** Escapes for characters that JSON allows in a string and {@link Printable} does not. */
    static final class LineEscapes extends CharacterEscapes {

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
}
