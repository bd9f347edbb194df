package dev.mongohaul.repository.lease;

/** Rights that this process has, so that it can check what it saves. */
public interface Rights {

    void add(WriteRight right);

    void remove(WriteRight right);
}
