package dev.mongohaul.serve.security;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** A page to be guarded, which counts what was changed. */
@RestController
class Guarded {

    final AtomicInteger changes = new AtomicInteger();

    @GetMapping("/guarded")
    String look(Model model) {
        return "%s operates: %s".formatted(model.getAttribute("userName"), model.getAttribute("mayOperate"));
    }

    @PostMapping("/guarded")
    String change() {
        return "changes: " + changes.incrementAndGet();
    }
}
