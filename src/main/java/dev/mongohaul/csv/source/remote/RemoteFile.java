package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.Compression;
import dev.mongohaul.csv.input.InputObject;
import dev.mongohaul.csv.input.ObjectStamp;
import dev.mongohaul.csv.input.UnreadableInputException;
import dev.mongohaul.csv.place.ObjectMark;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;

/**
 * Object on another machine, which is fetched when it is opened.
 *
 * @param members names and globs of files in it
 */
record RemoteFile(RemoteObject object, RemotePlace place, Copies copies, List<String> members) implements InputObject {

    @Override
    public String name() {
        return address();
    }

    @Override
    public String address() {
        return object.address().toString();
    }

    @Override
    public Compression compression() {
        return Compression.ofName(object.address().path());
    }

    @Override
    public ObjectStamp stamp() {
        return stampOf(object);
    }

    static ObjectStamp stampOf(RemoteObject object) {
        return new ObjectStamp(object.size(), object.modified(), object.version());
    }

    @Override
    public ObjectMark mark() {
        return markOf(object);
    }

    static ObjectMark markOf(RemoteObject object) {
        return new ObjectMark(object.size(), object.modified(), null, object.strong() ? object.version() : null);
    }

    /** Objects of S3 appear when all their bytes are stored. */
    @Override
    public boolean isWhole() {
        return object.address().scheme().equals("s3");
    }

    @Override
    public void release() {
        copies.remove(object.address());
    }

    @Override
    public FileChannel channel() throws IOException {
        try {
            return copies.open(place.store(), object);
        } catch (ObjectChangedException e) {
            throw new UnreadableInputException(
                    "%s was written to, or replaced, while it was fetched: %s; import an object only when it is complete"
                            .formatted(address(), e.getMessage()));
        } catch (UnreadableInputException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException("%s cannot be fetched: %s".formatted(address(), Patience.describe(e)), e);
        }
    }
}
