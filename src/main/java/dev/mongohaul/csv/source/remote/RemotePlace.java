package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.place.ObjectMark;
import dev.mongohaul.csv.place.ObjectPlace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** Place of an object on another machine. */
record RemotePlace(RemoteRules rules, RemoteStore store, RemoteAddress at) implements ObjectPlace {

    RemotePlace {
        rules.require(at);
    }

    @Override
    public String address() {
        return at.toString();
    }

    @Override
    public String name() {
        return at.path().substring(at.path().lastIndexOf('/') + 1);
    }

    @Override
    public ObjectPlace beside(String name) {
        String folder = at.path().substring(0, at.path().lastIndexOf('/') + 1);
        return new RemotePlace(rules, store, at.withPath(folder + name));
    }

    @Override
    public boolean isTaken() throws IOException {
        return mark().isPresent();
    }

    @Override
    public Optional<ObjectMark> mark() throws IOException {
        return found().map(RemoteFile::markOf);
    }

    /** Returns the object of this name; one with a bracket in it could be a pattern, too. */
    private Optional<RemoteObject> found() throws IOException {
        return Patience.of(() -> store.find(at, Integer.MAX_VALUE)).stream()
                .filter(object -> object.address().equals(at))
                .findFirst();
    }

    @Override
    public byte[] read(int longest) throws IOException {
        RemoteObject object = found().orElseThrow(() -> new NoSuchFileException(address()));
        long length = object.ranges() ? Math.min(object.size(), longest) : object.size();
        return Patience.of(() -> {
            try (InputStream in = store.open(object, 0, length)) {
                return in.readNBytes(longest);
            }
        });
    }

    @Override
    public boolean move(ObjectMark mark, ObjectPlace to) throws IOException {
        RemoteAddress target = RemoteAddress.of(to.address());
        return changes(mark, object -> store.move(object, target))
                // An earlier call came to its end, or nearly: another object can be here by now.
                || to.mark().filter(mark::isCopyOf).isPresent();
    }

    @Override
    public boolean delete(ObjectMark mark) throws IOException {
        return changes(mark, store::delete);
    }

    private boolean changes(ObjectMark mark, Change change) throws IOException {
        try {
            return Patience.of(() -> {
                Optional<RemoteObject> object = mark.version() == null
                        ? found().filter(here -> mark.isCopyOf(RemoteFile.markOf(here)))
                        : Optional.of(new RemoteObject(at, mark.size(), mark.modified(), mark.version(), true, true));
                if (object.isEmpty()) {
                    return false;
                }
                change.of(object.get());
                return true;
            });
        } catch (ObjectChangedException e) {
            return false;
        }
    }

    /** {@inheritDoc} A server leaves nothing that is not known. */
    @Override
    public void sweep(ObjectPlace to) {}

    private interface Change {

        void of(RemoteObject object) throws IOException;
    }
}
