package dev.mongohaul.csv.archive;

import dev.mongohaul.csv.input.Compression;
import dev.mongohaul.csv.input.InputObject;
import dev.mongohaul.csv.input.ObjectStamp;
import dev.mongohaul.csv.place.ObjectPlace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;

/**
 * File in a ZIP archive. Its stored bytes are its packed ones, without headers: they identify it.
 *
 * @param begin offset of its first byte in the archive
 * @param stamp with the size of its packed bytes, and the time of the archive
 */
record ZipMember(InputObject archive, ZipHeader header, long begin, ObjectStamp stamp) implements InputObject {

    static ZipMember of(InputObject archive, ZipHeader header, long begin) {
        ObjectStamp found = archive.stamp();
        String version = "%s %d %d %d".formatted(found.version(), begin, header.size(), header.crc());
        return new ZipMember(archive, header, begin, new ObjectStamp(header.packed(), found.modified(), version));
    }

    @Override
    public String name() {
        return archive.name() + MemberName.SEPARATOR + header.name();
    }

    @Override
    public String address() {
        return archive.address() + MemberName.SEPARATOR + header.name();
    }

    @Override
    public ObjectPlace place() {
        return archive.place();
    }

    @Override
    public Compression compression() {
        return Compression.MEMBER;
    }

    @Override
    public InputObject file() {
        return archive;
    }

    @Override
    public FileChannel channel() throws IOException {
        return archive.channel();
    }

    @Override
    public void release() {
        archive.release();
    }

    @Override
    public InputStream unpack(InputStream packed) {
        return new ZipMemberStream(packed, header);
    }
}
