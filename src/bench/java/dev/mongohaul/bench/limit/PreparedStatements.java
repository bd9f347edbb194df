package dev.mongohaul.bench.limit;

import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.infer.column.LongSet;
import dev.mongohaul.job.setting.TargetIndex;
import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.WriteCommand;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.ByteBuf;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/**
 * Statements of a job's commands, encoded in files, so that an input of any size can be sent repeatedly. For a job that
 * changes documents, the files also contain the documents before: those that the operations find. Thread-safe for reading.
 */
final class PreparedStatements implements Closeable {

    /** Value of a field in a document before that differs from the one that the job writes. */
    static final BsonString OTHER_VALUE = new BsonString("mongohaul_compare");

    /** Documents before in a message. */
    private static final int CHUNK_BEFORE = 1000;

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private final WriteSettings settings;
    private final MatchFilter filter;
    private final WriteCommand command;
    private final Set<String> indexed;
    private final Before shares;
    private final Map<WriteOperation, StatementFile> files = new EnumMap<>(WriteOperation.class);
    private final @Nullable StatementFile before;
    private final Map<Integer, ChunkCutter> cutters = new HashMap<>();
    private final ChunkCutter cutterBefore;
    private final Map<WriteOperation, RawBsonDocument> samples = new EnumMap<>(WriteOperation.class);
    private final Keys keys = new Keys();
    private final Set<String> changedFields = new TreeSet<>();
    private final long rejected;
    private long documents;
    private long bytes;
    private long found;
    private long changed;

    /**
     * State of the collection before a job that changes documents, in percent.
     *
     * @param changed share of documents that differ from those that the job writes
     * @param added share of the upserted documents that do not exist
     */
    record Before(double changed, double added) {

        private static final double ALL = 100;

        /** Returns whether a document belongs to a share that is spread evenly over the input. */
        static boolean isIn(double share, long index) {
            return Math.floor((index + 1) * share / ALL) > Math.floor(index * share / ALL);
        }
    }

    /**
     * Writes all statements of a job into new files, which the caller deletes.
     *
     * @param chunkSizes records in a chunk; the files are cut for each
     */
    PreparedStatements(
            Path folder,
            LimitContent content,
            Collection<Integer> chunkSizes,
            Before shares,
            ComparisonProgress progress)
            throws IOException {
        this.settings = content.settings();
        this.filter = new MatchFilter(settings);
        this.command = new WriteCommand(settings, filter);
        this.indexed = content.indexesBefore().stream()
                .map(TargetIndex::keys)
                .flatMap(index -> index.keySet().stream())
                .collect(Collectors.toSet());
        this.shares = shares;
        for (WriteOperation operation : settings.operations()) {
            files.put(operation, new StatementFile(folder.resolve(operation + ".bson")));
        }
        this.before = settings.insertsOnly() ? null : new StatementFile(folder.resolve("before.bson"));
        chunkSizes.forEach(size -> cutters.put(size, new ChunkCutter(size, settings)));
        this.cutterBefore = new ChunkCutter(CHUNK_BEFORE, settings);
        this.rejected = content.each((operation, document) -> {
            progress.check();
            add(operation, document);
        });
        for (StatementFile file : files()) {
            file.finish();
        }
    }

    private void add(WriteOperation operation, RawBsonDocument document) throws IOException {
        samples.putIfAbsent(operation, document);
        long key = 0;
        if (before != null) {
            key = filter.key(document).fingerprint();
            addBefore(before, operation, document, key);
        }
        StatementFile file = Objects.requireNonNull(files.get(operation));
        int length = file.append(command.statement(operation, document));
        for (ChunkCutter cutter : cutters.values()) {
            cutter.add(file, operation, length, key);
        }
        documents++;
        bytes += document.getByteBuffer().remaining();
    }

    /** Adds the document that the first operation on a key finds: the same as the job writes, or one that differs. */
    private void addBefore(StatementFile file, WriteOperation operation, RawBsonDocument document, long key)
            throws IOException {
        if (keys.isNew(key)
                && !operation.inserts()
                && !(operation.upserts() && Before.isIn(shares.added(), documents))) {
            RawBsonDocument current =
                    changes(operation) && Before.isIn(shares.changed(), found) ? different(document) : document;
            cutterBefore.add(file, WriteOperation.INSERT, file.append(current), key);
            found++;
            keys.add(key, operation != WriteOperation.DELETE);
        } else {
            keys.add(
                    key,
                    switch (operation) {
                        case DELETE -> false;
                        case INSERT, ADD, INSERT_AGAIN, UPSERT, MERGE -> true;
                        case REPLACE, UPDATE -> keys.remains(key);
                    });
        }
    }

    private static boolean changes(WriteOperation operation) {
        return operation.replaces() || operation.updates();
    }

    /** Returns the document with another value in a field without an index; the same if it has no such field. */
    private RawBsonDocument different(RawBsonDocument document) {
        List<String> fields = filter.update(WriteOperation.UPDATE, document).getDocument("$set").keySet().stream()
                .filter(field -> !indexed.contains(field))
                .toList();
        if (fields.isEmpty()) {
            return document;
        }
        String field = fields.get(fields.size() - 1);
        BsonDocument other = document.decode(CODEC);
        BsonDocument parent = other;
        String name = field;
        while (!parent.containsKey(name)) {
            int dot = name.indexOf('.');
            parent = parent.getDocument(name.substring(0, dot));
            name = name.substring(dot + 1);
        }
        parent.put(name, OTHER_VALUE);
        changed++;
        changedFields.add(field);
        return new RawBsonDocument(other, CODEC);
    }

    /** Returns the commands of all statements, in chunks of one of the chunk sizes. */
    List<Chunk> chunks(int chunkSize) {
        return Objects.requireNonNull(cutters.get(chunkSize)).finish();
    }

    /** Returns the inserts of the documents before; none if the job only inserts. */
    List<Chunk> before() {
        return cutterBefore.finish();
    }

    /** Returns a document of each operation in the input. */
    Map<WriteOperation, RawBsonDocument> samples() {
        return Collections.unmodifiableMap(samples);
    }

    /** Returns whether several operations have the same key, so that their order matters. */
    boolean repeatKeys() {
        return keys.repeat();
    }

    /** Returns the number of records that are written. */
    long documents() {
        return documents;
    }

    /** Returns the bytes of these documents. */
    long bytes() {
        return bytes;
    }

    long rejected() {
        return rejected;
    }

    /** Returns the number of documents before. */
    long found() {
        return found;
    }

    /** Returns the number of documents before that have {@link #OTHER_VALUE} in one of the {@link #changedFields}. */
    long changed() {
        return changed;
    }

    Set<String> changedFields() {
        return changedFields;
    }

    /** Returns the number of documents after all operations. */
    long expected() {
        return before == null ? documents : keys.present();
    }

    private List<StatementFile> files() {
        List<StatementFile> all = new ArrayList<>(files.values());
        if (before != null) {
            all.add(before);
        }
        return all;
    }

    @Override
    public void close() throws IOException {
        for (StatementFile file : files()) {
            file.close();
        }
    }

    /** File of statements of one operation. Thread-safe once it is finished. */
    static final class StatementFile implements Closeable {

        private static final int BUFFER = 1 << 20;

        private final OutputStream out;
        private final FileChannel channel;

        StatementFile(Path path) throws IOException {
            out = new BufferedOutputStream(Files.newOutputStream(path), BUFFER);
            channel = FileChannel.open(path, StandardOpenOption.READ);
        }

        /** Returns the number of bytes. */
        int append(RawBsonDocument statement) throws IOException {
            ByteBuf bytes = statement.getByteBuffer();
            int length = bytes.remaining();
            out.write(bytes.array(), bytes.asNIO().arrayOffset() + bytes.position(), length);
            return length;
        }

        void finish() throws IOException {
            out.close();
        }

        /** Reads a command's statements into a buffer that has room for them. */
        void read(Batch batch, ByteBuffer into) throws IOException {
            int end = into.position() + batch.bytes();
            into.limit(end);
            long from = batch.offset() - into.position();
            while (into.position() < end) {
                if (channel.read(into, from + into.position()) < 0) {
                    throw new EOFException("The file of statements was truncated");
                }
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** Commands of consecutive records, to be sent one after the other. */
    record Chunk(List<Batch> commands) {}

    /** Statements of one command, from an offset in the file. */
    record Batch(StatementFile file, WriteOperation operation, long offset, int bytes, int documents) {}

    /**
     * Cutter of statements into chunks of at most a chunk size and about 8 MiB. A chunk of several
     * operations takes one command for each, or for each run of equal operations if ordered; it takes more if a key occurs
     * again.
     */
    static final class ChunkCutter {

        private static final int FULL_BYTES = 8 << 20;

        private final int chunkSize;
        private final WriteSettings settings;
        private final List<Chunk> chunks = new ArrayList<>();
        private final Map<WriteOperation, Batch> open = new EnumMap<>(WriteOperation.class);
        private final Map<WriteOperation, Long> offsets = new EnumMap<>(WriteOperation.class);
        private final Set<Long> keys = new HashSet<>();
        private List<Batch> commands = new ArrayList<>();
        private int bytes;
        private int documents;

        ChunkCutter(int chunkSize, WriteSettings settings) {
            this.chunkSize = chunkSize;
            this.settings = settings;
        }

        /** @param key of the document, which only different operations need */
        void add(StatementFile file, WriteOperation operation, int length, long key) {
            if (settings.isMixed() && (settings.ordered() ? !open.containsKey(operation) : !keys.add(key))) {
                endCommands();
                keys.add(key);
            }
            open.merge(
                    operation,
                    new Batch(file, operation, offsets.getOrDefault(operation, 0L), length, 1),
                    (before, one) -> new Batch(
                            file, operation, before.offset(), before.bytes() + length, before.documents() + 1));
            offsets.merge(operation, (long) length, Long::sum);
            bytes += length;
            documents++;
            if (documents == chunkSize || bytes >= FULL_BYTES) {
                end();
            }
        }

        /** Returns all chunks, after the last statement. */
        List<Chunk> finish() {
            end();
            return List.copyOf(chunks);
        }

        private void end() {
            endCommands();
            if (documents > 0) {
                chunks.add(new Chunk(commands));
                commands = new ArrayList<>();
                bytes = 0;
                documents = 0;
            }
        }

        private void endCommands() {
            commands.addAll(open.values());
            open.clear();
            keys.clear();
        }
    }

    /** Keys of the operations so far, and whether a document with each exists after them. */
    private static final class Keys {

        private final LongSet present = new LongSet();
        private final LongSet absent = new LongSet();
        private final Map<Long, Boolean> repeated = new HashMap<>();
        private long documents;

        boolean isNew(long key) {
            return !present.contains(key) && !absent.contains(key);
        }

        boolean remains(long key) {
            return repeated.getOrDefault(key, present.contains(key));
        }

        /** Adds an operation. */
        void add(long key, boolean exists) {
            documents += (exists ? 1 : 0) - (remains(key) ? 1 : 0);
            if (isNew(key)) {
                (exists ? present : absent).add(key);
            } else {
                repeated.put(key, exists);
            }
        }

        boolean repeat() {
            return !repeated.isEmpty();
        }

        long present() {
            return documents;
        }
    }
}
