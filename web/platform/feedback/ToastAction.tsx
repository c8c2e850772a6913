import { closeToast } from './toasts.ts'

/** The action button of a toast. */
export function ToastAction({ label, onPress, toast }: { label: string; onPress: () => void; toast: string }) {
  const press = () => {
    closeToast(toast)
    onPress()
  }
  return (
    <button type="button" className="ink-bar-verb" onClick={press}>
      {label}
    </button>
  )
}
