import { makeStore } from '../../platform/state/store.ts'

const place = 'till:sound'

/** Until somebody chose: as much as the device wants things to move. */
const byDefault = () => !matchMedia('(prefers-reduced-motion: reduce)').matches

function readChoice(): boolean {
  try {
    const chosen = localStorage.getItem(place)
    return chosen === null ? byDefault() : chosen !== 'off'
  } catch {
    return byDefault()
  }
}

/** Whether the till plays sounds and vibrates; stored on this device. Every signal is also visible. */
export const soundOn = makeStore(readChoice())

/** Turns sound and vibration on or off. */
export function setSoundOn(on: boolean): void {
  soundOn.set(on)
  try {
    localStorage.setItem(place, on ? 'on' : 'off')
  } catch {
    // storage is disabled: the choice lasts as long as the page
  }
}

type Signal = 'step' | 'approved' | 'ended'

/** Tones (frequency in hertz, start in seconds) and vibration (milliseconds) of each signal. */
const tones: Record<Signal, readonly (readonly [hertz: number, startS: number])[]> = {
  step: [[660, 0]],
  approved: [
    [660, 0],
    [880, 0.14],
    [1_175, 0.28],
  ],
  ended: [
    [440, 0],
    [330, 0.2],
  ],
}
const pulses: Record<Signal, number[]> = { step: [30], approved: [60, 60, 120], ended: [200] }
const toneS = 0.12

let context: AudioContext | undefined

/** Unlocks audio: browsers allow sound only after a user gesture, so it is called by the press that shows a code. */
export function prepareSound(): void {
  if (!soundOn.get() || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume().catch(() => {})
}

/** Plays a signal; silent when turned off, or before the first user gesture. */
export function signal(kind: Signal): void {
  if (!soundOn.get()) return
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(pulses[kind])
  if (context?.state !== 'running') return
  for (const [hertz, startS] of tones[kind]) {
    const oscillator = context.createOscillator()
    const volume = context.createGain()
    const at = context.currentTime + startS
    oscillator.frequency.value = hertz
    volume.gain.setValueAtTime(0.0001, at)
    volume.gain.exponentialRampToValueAtTime(0.25, at + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, at + toneS)
    oscillator.connect(volume).connect(context.destination)
    oscillator.start(at)
    oscillator.stop(at + toneS)
  }
}
