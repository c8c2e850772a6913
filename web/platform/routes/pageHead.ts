import sandboxIcon from '../styles/favicon-sandbox.svg'
import { settings } from '../api/settings.ts'
import type { Mode } from '../api/requestMode.ts'
import { t } from '../i18n/t.ts'

/** The favicon that the page was served with. */
let liveIcon: string | null = null

/** Sets the title "[Pruebas] Trastienda · Sección" (product name and translated section) and the favicon of the mode. */
export function setPageHead(section: string, mode: Mode): void {
  const title = `${settings().brand.name} · ${section}`
  document.documentElement.dataset['mode'] = mode
  document.title = mode === 'sandbox' ? t('shell.title.sandbox', { title }) : title
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  liveIcon ??= icon?.getAttribute('href') ?? null
  const wanted = mode === 'sandbox' ? sandboxIcon : liveIcon
  if (icon && wanted !== null && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted)
}
