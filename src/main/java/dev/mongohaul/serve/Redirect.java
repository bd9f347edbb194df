package dev.mongohaul.serve;

import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.springframework.web.servlet.view.RedirectView;

/** Sends a browser on after something was done, so that it is not done again when the page is loaded again. */
final class Redirect {

    private Redirect() {}

    /**
     * To the page of the import that was begun, or another, which tells what was done, once.
     *
     * @param path of the other, with the names of the request's path variables
     */
    static ModelAndView to(String path, RedirectAttributes flash, Done done) {
        if (done.told() != null) {
            flash.addFlashAttribute("told", done.told());
        }
        return done.importNumber().isPresent()
                ? to("/imports/" + done.importNumber().getAsLong())
                : to(path);
    }

    /** To a page. */
    static ModelAndView to(String path) {
        RedirectView view = new RedirectView(path, true, false, false);
        view.setStatusCode(HttpStatus.SEE_OTHER);
        return new ModelAndView(view);
    }
}
