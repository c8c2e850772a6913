import { useEffect, useState } from 'react'

/** Whether this device has a camera; without HTTPS none is reported. */
export function useCamera(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    // Undefined in insecure contexts, whatever the types say.
    const devices = navigator.mediaDevices as MediaDevices | undefined
    if (!devices) return
    const life = { over: false }
    const look = () =>
      void devices.enumerateDevices().then(
        (all) => !life.over && setHas(all.some(({ kind }) => kind === 'videoinput')),
        () => {},
      )
    look()
    devices.addEventListener('devicechange', look)
    return () => {
      life.over = true
      devices.removeEventListener('devicechange', look)
    }
  }, [])
  return has
}
