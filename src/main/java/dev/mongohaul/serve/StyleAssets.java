package dev.mongohaul.serve;

import dev.mongohaul.report.render.Templates;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** The style that reports carry in themselves, as a file. */
@Controller
final class StyleAssets {

    private static final MediaType CSS = new MediaType("text", "css", StandardCharsets.UTF_8);

    private final String style = Templates.styleSheet();

    @GetMapping("/assets/report.css")
    ResponseEntity<String> report() {
        return ResponseEntity.ok()
                .contentType(CSS)
                .cacheControl(CacheControl.maxAge(Duration.ofHours(1)))
                .body(style);
    }
}
