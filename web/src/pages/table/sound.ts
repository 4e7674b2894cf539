// Sounds, made here: no file is loaded. Each is a moment of noise or a tone, and none carries news by itself.
let context: AudioContext | undefined

function audio(): AudioContext | undefined {
  context ??= typeof AudioContext === 'undefined' ? undefined : new AudioContext()
  return context
}

/** A burst of noise through a band, as a card or a chip makes. `volume` goes from 0 to 100. */
function burst(volume: number, hertz: number, ms: number): void {
  const to = volume > 0 ? audio() : undefined
  if (to === undefined) return
  const buffer = to.createBuffer(1, (to.sampleRate * ms) / 1000, to.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let at = 0; at < samples.length; at++) samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) ** 3
  const source = new AudioBufferSourceNode(to, { buffer })
  const band = new BiquadFilterNode(to, { type: 'bandpass', frequency: hertz, Q: 1.2 })
  source.connect(band).connect(new GainNode(to, { gain: volume / 160 })).connect(to.destination)
  source.start()
}

export function card(volume: number): void {
  burst(volume, 2_600, 70)
}

export function chip(volume: number): void {
  burst(volume, 5_200, 35)
}

export function tick(volume: number): void {
  burst(volume, 1_400, 22)
}

/** The browser's own voice. */
export function speak(text: string, volume: number, language: string): void {
  if (volume === 0 || typeof speechSynthesis === 'undefined') return
  const said = new SpeechSynthesisUtterance(text)
  said.volume = volume / 100
  said.lang = language
  speechSynthesis.cancel()
  speechSynthesis.speak(said)
}
