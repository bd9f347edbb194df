package dev.mongohaul.writer.send;

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
import org.bson.BsonBinaryReader;
import org.bson.BsonType;
import org.bson.RawBsonDocument;

/**
 * Document that an update adds if it finds none, as the server makes it: the id, the fields by which it is sought in the
 * order of their paths, then the others in the order of their names, at each level. For one thread.
 */
final class UpsertedDocument {

    private static final String ID = "_id";

    /** Bytes of a document without fields. */
    private static final int EMPTY = Integer.BYTES + 1;

    private static final Comparator<byte[]> BYTES = Arrays::compareUnsigned;

    private final Set<String> nested;
    private final List<String> match;
    private final Map<String, Place> places = new HashMap<>();

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

        Place(int rank, byte[] name) {
            this.rank = rank;
            this.name = name;
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

    private record Field(Place place, ByteBuffer bytes) {}

    /** Returns what the update with a document adds. */
    RawBsonDocument of(RawBsonDocument document) {
        ByteBuffer bytes = document.getByteBuffer().asNIO().slice();
        try (BsonBinaryReader reader = new BsonBinaryReader(bytes)) {
            return new RawBsonDocument(level("", reader, bytes));
        }
    }

    /** Returns the nested document at which the reader is. */
    private byte[] level(String parents, BsonBinaryReader reader, ByteBuffer source) {
        List<Field> fields = new ArrayList<>();
        reader.readStartDocument();
        int from = reader.getBsonInput().getPosition();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            String name = reader.readName();
            String path = parents + name;
            Place place = places.computeIfAbsent(path, unseen -> new Place(rank(unseen), bytes(name)));
            if (nested.contains(path)) {
                byte[] inner = level(path + ".", reader, source);
                if (inner.length > EMPTY) {
                    ByteBuffer field = ByteBuffer.allocate(place.name.length + 2 + inner.length);
                    field.put((byte) BsonType.DOCUMENT.getValue())
                            .put(place.name)
                            .put((byte) 0)
                            .put(inner);
                    fields.add(new Field(place, field.flip()));
                }
            } else {
                reader.skipValue();
                int to = reader.getBsonInput().getPosition();
                fields.add(new Field(place, source.slice(from, to - from)));
            }
            from = reader.getBsonInput().getPosition();
        }
        reader.readEndDocument();
        fields.sort(Comparator.comparing(Field::place));
        int length = EMPTY
                + fields.stream().mapToInt(field -> field.bytes.remaining()).sum();
        ByteBuffer sorted =
                ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN).putInt(length);
        fields.forEach(field -> sorted.put(field.bytes));
        return sorted.put((byte) 0).array();
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
