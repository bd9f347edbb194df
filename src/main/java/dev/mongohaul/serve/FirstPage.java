package dev.mongohaul.serve;

import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.file.ListedJobFile;
import dev.mongohaul.report.Reports;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;

/**
 * Layout of one page after the start, in the background. The first page loads classes and templates, which takes longer than a
 * page does later, and the longer the more requests wait for them.
 */
record FirstPage(JobFiles files, Reports reports, JobPages pages) {

    private static final Logger LOG = LoggerFactory.getLogger(FirstPage.class);

    @EventListener(ApplicationReadyEvent.class)
    void begin() {
        Thread thread = new Thread(this::layOut, "first-page");
        thread.setDaemon(true);
        thread.start();
    }

    /** Lays out the page of the first job that has imports. A request for it reports what may fail here. */
    private void layOut() {
        try {
            Set<String> imported = reports.runs().jobs();
            files.list().stream()
                    .map(ListedJobFile::name)
                    .filter(imported::contains)
                    .findFirst()
                    .ifPresent(name -> pages.page(name, ImportForm.EMPTY));
        } catch (RuntimeException e) {
            LOG.debug("The first page could not be laid out", e);
        }
    }
}
