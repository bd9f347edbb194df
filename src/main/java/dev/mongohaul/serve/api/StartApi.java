package dev.mongohaul.serve.api;

import dev.mongohaul.text.ResourceText;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.ModelAndView;

/** Starts of imports, and the description of the API. */
@RestController
@RequestMapping(ApiJson.PATH)
record StartApi(Starts starts) {

    private static final String DOCUMENT = ResourceText.of(StartApi.class, "openapi.yaml");

    @GetMapping("/starts/{id}")
    ModelAndView start(@PathVariable String id) {
        return starts.find(id)
                .map(ApiJson::of)
                .orElseThrow(() -> ApiJson.missing("There is no such start, or it was more than 7 days ago"));
    }

    @GetMapping("/openapi.yaml")
    ResponseEntity<String> document() {
        return ResponseEntity.ok()
                .contentType(MediaType.parseMediaType("application/yaml;charset=UTF-8"))
                .body(DOCUMENT);
    }
}
