import { settings } from '../api/settings.ts'
import type { Mode } from '../api/requestMode.ts'
import { t } from '../i18n/t.ts'

/** The icon that the page was served with. */
let liveIcon: { href: string; type: string } | null = null

/** Sets the title "[Pruebas] Product · Sección" and the icon of the mode. */
export function setPageHead(section: string, mode: Mode): void {
  const title = `${settings().brand.name} · ${section}`
  document.documentElement.dataset['mode'] = mode
  document.title = mode === 'sandbox' ? t('shell.title.sandbox', { title }) : title
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const { sandboxIcon } = settings().brand.look
  if (!icon || sandboxIcon === '') return
  liveIcon ??= { href: icon.getAttribute('href') ?? '', type: icon.type }
  const modeIcon = mode === 'sandbox' ? { href: sandboxIcon, type: 'image/svg+xml' } : liveIcon
  if (icon.getAttribute('href') === modeIcon.href) return
  icon.type = modeIcon.type
  icon.setAttribute('href', modeIcon.href)
}
