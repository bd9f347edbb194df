package dev.mongohaul.serve;

import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.background.BackgroundImport;
import dev.mongohaul.job.launch.background.BackgroundImports;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.springframework.web.servlet.view.RedirectView;

/**
 * Result of an action on a page.
 *
 * @param message human-readable; null if the page itself shows the result
 * @param importNumber of the import that the action started; empty if none
 */
record ActionResult(@Nullable String message, OptionalLong importNumber) {

    private static final Duration REFUSAL_WAIT = Duration.ofSeconds(2);

    static ActionResult of(String message) {
        return new ActionResult(message, OptionalLong.empty());
    }

    /** Starts an import, and waits briefly, so that the page can show a refusal; throws the refusal, if any. */
    static ActionResult start(ImportRequest asked, BackgroundImports imports) {
        return started(imports.start(asked), "import started");
    }

    /** Waits briefly for an import that was started, so that the page can show a refusal; throws the refusal, if any. */
    static ActionResult started(BackgroundImport started, String what) {
        started.awaitBegin(REFUSAL_WAIT);
        return started.nothing().or(started::left).isPresent()
                ? new ActionResult(null, OptionalLong.empty())
                : new ActionResult(started.job() + ": " + what, started.number());
    }

    /**
     * Redirects to the page of the started import, or to the path; the target page shows the message once. A redirect
     * keeps a reload from repeating the action.
     *
     * @param path with the names of the request's path variables
     */
    ModelAndView redirect(String path, RedirectAttributes flash) {
        if (message != null) {
            flash.addFlashAttribute("message", message);
        }
        return importNumber.isPresent() ? seeOther("/imports/" + importNumber.getAsLong()) : seeOther(path);
    }

    static ModelAndView seeOther(String path) {
        RedirectView view = new RedirectView(path, true, false, false);
        view.setStatusCode(HttpStatus.SEE_OTHER);
        return new ModelAndView(view);
    }
}
