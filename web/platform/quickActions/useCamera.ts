import { useEffect, useState } from 'react'

/** Whether this device has a camera that a page may ask for; without HTTPS none is told of. */
export function useCamera(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    // Absent where the page did not come by HTTPS, whatever the types say.
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
