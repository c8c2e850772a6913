import { type RefObject, useEffect, useState } from 'react'
import { makeCodeReader } from './readCode.ts'

/** `readingQr`: no barcodes on this device; `denied`: by the user or the browser; `busy`: in use by another program; `gone`: no camera. */
type ScannerState = 'starting' | 'reading' | 'readingQr' | 'denied' | 'busy' | 'gone'

/** Milliseconds between two frames: imperceptible, and slow enough for an old phone. */
const pauseMs = 150

function stateOf(error: unknown): ScannerState {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'gone'
}

/** Shows the camera in a video element and decodes codes from it until unmounted; consecutive equal texts are reported once. */
export function useScanner(video: RefObject<HTMLVideoElement | null>, onCode: (text: string) => void): ScannerState {
  const [state, setState] = useState<ScannerState>('starting')
  useEffect(() => {
    const life = { over: false, last: '' }
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async () => {
      const reader = makeCodeReader()
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1_280 } }, audio: false })
      const { read, barcodes } = await reader
      const element = video.current
      if (life.over || !element) return stop()
      element.srcObject = stream
      await element.play()
      setState(barcodes ? 'reading' : 'readingQr')
      const look = async () => {
        const text = await read(element).catch(() => null)
        if (life.over) return
        if (text !== null && text !== '' && text !== life.last) {
          life.last = text
          onCode(text)
        }
        timer = setTimeout(() => void look(), pauseMs)
      }
      void look()
    }
    const stop = () => {
      life.over = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    run().catch((error: unknown) => {
      if (!life.over) setState(stateOf(error))
      stop()
    })
    return stop
    // oxlint-disable-next-line react/exhaustive-deps -- one camera stream while mounted
  }, [])
  return state
}
