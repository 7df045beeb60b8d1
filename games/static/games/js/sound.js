/**
 * Two short sounds, made here and not fetched; silent unless the player has switched them on.
 *
 * @typedef {"tap" | "turn"} Sound
 */

/** Frequency in Hz, start and length in s. @type {Record<Sound, [number, number, number][]>} */
const NOTES = {
  tap: [[420, 0, 0.05]],
  turn: [
    [660, 0, 0.12],
    [880, 0.13, 0.18],
  ],
};
const LOUDNESS = 0.08;

/** @type {AudioContext | null} */
let audio = null;

/** @param {Sound} sound */
export function play(sound) {
  if (document.documentElement.dataset.sound !== "on") return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  for (const [hertz, start, length] of NOTES[sound]) note(audio, hertz, start, length);
}

/**
 * @param {AudioContext} context
 * @param {number} hertz
 * @param {number} start
 * @param {number} length
 */
function note(context, hertz, start, length) {
  const from = context.currentTime + start;
  const tone = new OscillatorNode(context, { frequency: hertz, type: "triangle" });
  const volume = new GainNode(context, { gain: LOUDNESS });
  volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
  tone.connect(volume).connect(context.destination);
  tone.start(from);
  tone.stop(from + length);
}
