package dev.mongohaul.job.launch;

import dev.mongohaul.csv.archive.MemberName;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.file.KnownFiles;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportState;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the files of an import lie now: in their folder, or where they were moved after it.
 *
 * @param places new addresses of moved files, by the address at which they were imported
 */
record FilesNow(Map<String, String> places) {

    static FilesNow of(KnownFiles files, ImportPlan plan) {
        Map<String, String> places = new HashMap<>();
        List<KnownFile> known = plan.importNumber() == 0
                ? List.of()
                : files.ofImports(plan.identity().job(), List.of(plan.importNumber()), Integer.MAX_VALUE);
        for (KnownFile file : known) {
            String path = file.id().path();
            String to = file.goes();
            if (file.isImported() == (plan.state() == ImportState.COMPLETED)
                    && to != null
                    && !to.isEmpty()
                    && isThere(to)
                    && (file.gone() || !isThere(path))) {
                places.put(path, to);
            }
        }
        return new FilesNow(Map.copyOf(places));
    }

    /** Returns the present address of a file, or of one in an archive. */
    String of(String address) {
        MemberName name = MemberName.of(address);
        return new MemberName(places.getOrDefault(name.archive(), name.archive()), name.member()).toString();
    }

    /** Returns whether nothing lies at the present address of a file. */
    boolean isMissing(String address) {
        return !isThere(MemberName.of(of(address)).archive());
    }

    /** Returns whether something lies at an address, or may, because that cannot be known now. */
    private static boolean isThere(String address) {
        try {
            return InputSources.place(address).isTaken();
        } catch (IOException | InputException e) {
            return true;
        }
    }
}
