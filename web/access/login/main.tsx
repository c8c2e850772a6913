import '../../platform/styles/app.css'
import '../../platform/frame/shell.css'
import { createRoot } from 'react-dom/client'
import { settings } from '../../platform/api/settings.ts'
import { loadAllMessages, takeMessages } from '../../platform/i18n/messages.ts'
import { t } from '../../platform/i18n/t.ts'
import { afterPaint } from '../../platform/routes/afterPaint.ts'
import { startTheme } from '../../platform/state/theme.ts'
import { surviveTranslation } from '../../platform/ui/feedback/surviveTranslation.ts'
import { linkPageTitle, LoginApp } from './LoginApp.tsx'

/** Starts the pages before sign-in. */
function start(): void {
  surviveTranslation()
  startTheme()
  takeMessages()
  document.title = `${settings().brand.name} · ${t(`shell.route.${linkPageTitle()}`)}`
  const root = document.getElementById('root')
  if (!root) throw new Error('no root element')
  createRoot(root).render(<LoginApp />)
  // Later pages and the application need all messages.
  afterPaint(() => void loadAllMessages().catch(() => {})) // loaded again by what needs them
}

start()
