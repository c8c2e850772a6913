import { createRoot } from 'react-dom/client'
import { ContinueDialog } from './ContinueDialog.tsx'

/** Opens the dialog with the QR code for this page. */
export function continueOnPhone(): void {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const close = () => {
    root.unmount()
    place.remove()
  }
  root.render(<ContinueDialog onClose={close} />)
}
