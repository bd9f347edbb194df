package dev.mongohaul.job.file.yaml;

/** Stands where nothing could be read: the problem was told, and is not told again. */
public record Broken(Place place) implements Node {

    @Override
    public Node at(Place other) {
        return new Broken(other);
    }

    @Override
    public String shown() {
        return "";
    }
}
