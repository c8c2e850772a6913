import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import { t } from '../../platform/i18n/t.ts'
import { useStore } from '../../platform/state/store.ts'
import { IconButton } from '../../platform/ui/controls/IconButton.tsx'
import { prepareSound, setSoundOn, signal, soundOn } from './tillSignals.ts'

/** Toggles the till's sound and vibration; plays a sample when switched on. */
export function SoundSwitch() {
  const on = useStore(soundOn)
  return (
    <IconButton
      label={t(on ? 'offlineCheckout.sound.off' : 'offlineCheckout.sound.on')}
      icon={on ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
      onClick={() => {
        setSoundOn(!on)
        if (on) return
        prepareSound()
        signal('step')
      }}
    />
  )
}
