import { createRoot } from 'react-dom/client'
import { ContinueDialog } from './ContinueDialog.tsx'

/** Lays the code for this very page over it. */
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
