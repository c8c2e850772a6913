import Activity from 'lucide-react/icons/activity'
import BookOpen from 'lucide-react/icons/book-open'
import KeyRound from 'lucide-react/icons/key-round'
import Webhook from 'lucide-react/icons/webhook'
import type { ReactNode } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'

/** Where else developers go: documentation, keys, webhooks, log. */
export function DocsLinks() {
  const { merchantId, flag } = useMerchant()
  const links: readonly { href: string; icon: ReactNode; title: string; about: string; isPage?: true }[] = [
    {
      href: paths.shopDocs(),
      icon: <BookOpen aria-hidden />,
      title: t('developer.links.docs'),
      about: t('developer.links.docs.about'),
      isPage: true,
    },
    {
      href: paths.preferencesCalls(merchantId, flag),
      icon: <Activity aria-hidden />,
      title: t('developer.calls.title'),
      about: t('developer.links.log.about'),
    },
    {
      href: paths.preferences(merchantId, flag),
      icon: <KeyRound aria-hidden />,
      title: t('developer.links.keys'),
      about: t('developer.links.keys.about'),
    },
    {
      href: paths.preferencesWebhooks(merchantId, undefined, flag),
      icon: <Webhook aria-hidden />,
      title: t('preferences.tab.webhooks'),
      about: t('developer.links.webhooks.about'),
    },
  ]
  const look = 'flex min-h-14 items-start gap-3 rounded-4 border border-line p-4 hover:bg-hover'
  return (
    <nav aria-label={t('developer.links')} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {links.map(({ href, icon, title, about, isPage }) => {
        const words = (
          <>
            <span className="flex pt-0.5 text-ink-3">{icon}</span>
            <span className="min-w-0">
              <span className="block font-medium">{title}</span>
              <span className="block text-sm text-ink-3">{about}</span>
            </span>
          </>
        )
        // A page of the server, outside the application.
        return isPage ? (
          <a key={href} href={href} target="_blank" rel="noreferrer" className={look}>
            {words}
          </a>
        ) : (
          <Anchor key={href} href={href} className={look}>
            {words}
          </Anchor>
        )
      })}
      <p className="text-md sm:col-span-2 lg:col-span-4">
        <a href={paths.docs()} target="_blank" rel="noreferrer" className={`${linkClass} inline-flex min-h-6 items-center max-md:min-h-11`}>
          {t('shell.docs.panel')}
        </a>
      </p>
    </nav>
  )
}
