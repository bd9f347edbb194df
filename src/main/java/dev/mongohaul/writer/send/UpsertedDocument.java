package dev.mongohaul.writer.send;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonType;
import org.bson.ByteBuf;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Document that an update adds if it finds none, as the server makes it: the id, the fields by which it is sought in the
 * order of their paths, then the others in the order of their names, at each level. For one thread.
 */
final class UpsertedDocument {

    private static final String ID = "_id";

    /** Bytes of a document without fields. */
    private static final int EMPTY = Integer.BYTES + 1;

    private static final int OBJECT_ID_BYTES = 12;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final Comparator<byte[]> BYTES = Arrays::compareUnsigned;

    private final Set<String> nested;
    private final List<String> match;
    private final Level root = new Level("");
    private byte[] source = {};
    private ByteBuffer target = ByteBuffer.allocate(0);

    UpsertedDocument(WriteSettings settings) {
        this.nested = settings.nested();
        this.match = settings.match().stream()
                .sorted(Comparator.comparing(UpsertedDocument::bytes, BYTES))
                .toList();
    }

    /**
     * Place of a field among those of its level: its rank among the fields that come first, or the same rank for all others,
     * then its name.
     */
    private static final class Place implements Comparable<Place> {

        private final int rank;
        private final byte[] name;
        private final @Nullable Level nested;

        Place(int rank, byte[] name, @Nullable Level nested) {
            this.rank = rank;
            this.name = name;
            this.nested = nested;
        }

        boolean isAt(byte[] bytes, int offset) {
            int end = offset + name.length;
            return end < bytes.length && bytes[end] == 0 && Arrays.equals(bytes, offset, end, name, 0, name.length);
        }

        @Override
        public int compareTo(Place other) {
            if (rank != other.rank) {
                return Integer.compare(rank, other.rank);
            }
            boolean numbers = isNumber(name) && isNumber(other.name);
            return numbers && name.length != other.name.length
                    ? Integer.compare(name.length, other.name.length)
                    : BYTES.compare(name, other.name);
        }

        /** Returns whether the server compares a name with others as a number, which it does from 5.0 on. */
        private static boolean isNumber(byte[] name) {
            for (byte digit : name) {
                if (digit < '0' || digit > '9') {
                    return false;
                }
            }
            return name.length == 1 || (name.length > 1 && name[0] != '0');
        }
    }

    /** Field of the document that is read, in the order of that document. */
    private static final class Field {

        private Place place;
        private int from;
        private int to;

        Field(Place place) {
            this.place = place;
        }
    }

    /** Returns what the update with a document adds. */
    RawBsonDocument of(RawBsonDocument document) {
        ByteBuf bytes = document.getByteBuffer();
        source = bytes.array();
        target = ByteBuffer.allocate(bytes.remaining()).order(ByteOrder.LITTLE_ENDIAN);
        root.write(bytes.asNIO().arrayOffset() + bytes.position());
        return new RawBsonDocument(target.array(), 0, target.position());
    }

    /**
     * The document, or a nested one. Most documents of a job have the same fields, so that a level keeps those of the last
     * document, with their order.
     */
    private final class Level {

        private final String path;
        private final Map<String, Place> places = new HashMap<>();
        private final List<Field> fields = new ArrayList<>();
        private List<Field> sorted = List.of();

        /** @param path of its fields, up to their names */
        Level(String path) {
            this.path = path;
        }

        /** Writes the level that begins at an offset of the source. */
        void write(int offset) {
            read(offset);
            int start = target.position();
            target.putInt(0);
            for (Field field : sorted) {
                int before = target.position();
                Level nested = field.place.nested;
                if (nested == null) {
                    target.put(source, field.from, field.to - field.from);
                } else {
                    requireDocument(field);
                    int head = 1 + field.place.name.length + 1;
                    target.put(source, field.from, head);
                    nested.write(field.from + head);
                    if (target.position() - before - head == EMPTY) {
                        target.position(before);
                    }
                }
            }
            target.put((byte) 0);
            target.putInt(start, target.position() - start);
        }

        private void requireDocument(Field field) {
            if (source[field.from] != BsonType.DOCUMENT.getValue()) {
                String name = new String(field.place.name, StandardCharsets.UTF_8);
                throw new BsonInvalidOperationException("%s%s is not a document".formatted(path, name));
            }
        }

        private void read(int offset) {
            boolean changed = false;
            int count = 0;
            int at = offset + Integer.BYTES;
            while (source[at] != 0) {
                int name = at + 1;
                if (count == fields.size()) {
                    fields.add(new Field(place(name)));
                    changed = true;
                }
                Field field = fields.get(count++);
                if (!field.place.isAt(source, name)) {
                    field.place = place(name);
                    changed = true;
                }
                field.from = at;
                field.to = end(source[at], name + field.place.name.length + 1);
                at = field.to;
            }
            if (changed || count != sorted.size()) {
                sorted = fields.stream()
                        .limit(count)
                        .sorted(Comparator.comparing(field -> field.place))
                        .toList();
            }
        }

        private Place place(int offset) {
            String name = new String(source, offset, behindZero(offset) - 1 - offset, StandardCharsets.UTF_8);
            return places.computeIfAbsent(name, unseen -> {
                String full = path + unseen;
                return new Place(rank(full), bytes(unseen), nested.contains(full) ? new Level(full + ".") : null);
            });
        }
    }

    /** Returns the offset behind a value of the source: see the <a href="https://bsonspec.org/spec.html">specification</a>. */
    private int end(byte type, int value) {
        return switch (BsonType.findByValue(type & 0xFF)) {
            case NULL, UNDEFINED, MIN_KEY, MAX_KEY -> value;
            case BOOLEAN -> value + 1;
            case INT32 -> value + Integer.BYTES;
            case INT64, DOUBLE, DATE_TIME, TIMESTAMP -> value + Long.BYTES;
            case OBJECT_ID -> value + OBJECT_ID_BYTES;
            case DECIMAL128 -> value + 2 * Long.BYTES;
            case STRING, SYMBOL, JAVASCRIPT -> value + Integer.BYTES + length(value);
            case BINARY -> value + Integer.BYTES + 1 + length(value);
            case DB_POINTER -> value + Integer.BYTES + length(value) + OBJECT_ID_BYTES;
            case DOCUMENT, ARRAY, JAVASCRIPT_WITH_SCOPE -> value + length(value);
            case REGULAR_EXPRESSION -> behindZero(behindZero(value));
            case END_OF_DOCUMENT -> throw new IllegalArgumentException("Type 0 is the end of a document");
        };
    }

    private int length(int offset) {
        return (int) INTS.get(source, offset);
    }

    private int behindZero(int offset) {
        int at = offset;
        while (source[at] != 0) {
            at++;
        }
        return at + 1;
    }

    private int rank(String path) {
        if (path.equals(ID)) {
            return -1;
        }
        for (int index = 0; index < match.size(); index++) {
            if (match.get(index).equals(path) || match.get(index).startsWith(path + ".")) {
                return index;
            }
        }
        return match.size();
    }

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }
}
