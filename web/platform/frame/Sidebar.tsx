import QrCode from 'lucide-react/icons/qr-code'
import SunMedium from 'lucide-react/icons/sun-medium'
import { t } from '../i18n/t.ts'
import { Anchor } from '../ui/controls/Anchor.tsx'
import { chargeHref, menuOf, sectionOf, shopHref } from '../navigation/menuOf.ts'
import { SectionIcon } from './SectionIcon.tsx'
import { type Session, useSession } from '../session/session.ts'
import { useAddress } from '../routes/useAddress.ts'

const entry =
  'side-entry flex items-center rounded-2 font-medium max-lg:flex-col max-lg:justify-center max-lg:gap-1 max-lg:px-0.5 max-lg:py-2 max-lg:text-center max-lg:text-xs max-lg:leading-tight lg:h-9.5 lg:gap-2.75 lg:px-3'

/** What is done all day, above the sections: today's tasks, and a sale. */
function quickEntries(session: Session) {
  const charge = chargeHref(session)
  const today = shopHref('inbox', session)
  return [
    ...(today !== null && !session.account?.requiresOnboarding
      ? [{ name: 'inbox', href: today, icon: <SunMedium aria-hidden />, text: t('shell.route.inbox') }]
      : []),
    ...(charge !== null && !session.account?.requiresOnboarding
      ? [{ name: 'checkoutOffline', href: charge, icon: <QrCode aria-hidden />, text: t('offlineCheckout.charge') }]
      : []),
  ]
}

/** The menu at the left: icons with labels beside them from 1200 px, below them from 768 px. */
export function Sidebar() {
  const session = useSession()
  const { route } = useAddress()
  const isQuick = route?.name === 'inbox' || route?.name === 'checkoutOffline'
  const present = isQuick ? null : sectionOf(route)
  const entries = menuOf(session)
  return (
    <nav
      aria-label={t('shell.nav.label')}
      className="flex flex-col gap-0.5 print:hidden max-lg:gap-1 max-lg:px-2 max-lg:py-2.5 max-md:hidden lg:py-3.5 lg:pr-3.5 lg:pl-3"
    >
      {quickEntries(session).map(({ name, href, icon, text }) => (
        <Anchor key={name} href={href} className={entry} aria-current={route?.name === name ? 'page' : undefined}>
          {icon}
          {text}
        </Anchor>
      ))}
      {entries.map(({ section, href }) => (
        <div key={section} className={section === 'settings' && entries.length > 1 ? 'mt-2.5 border-t border-line pt-2.5' : undefined}>
          <Anchor href={href} className={entry} aria-current={section === present ? 'page' : undefined}>
            <SectionIcon section={section} />
            {t(`shell.route.${section}`)}
          </Anchor>
        </div>
      ))}
    </nav>
  )
}
