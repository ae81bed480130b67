/* The scripts of all pages but the pads; served as one file (scripts/js-tools bundle). */
import "./live.js";
import "./clock.js";
import "./scoreboard.js";
import "./keep_place.js";
import "./begins_at.js";
import "./director/keys.js";
