import { type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '../i18n/t.ts'
import { mayEnter } from '../navigation/menuOf.ts'
import { paths } from '../routes/paths.ts'
import { routeTable } from '../routes/routeTable.ts'
import { useSession } from '../session/session.ts'
import { Anchor } from '../ui/controls/Anchor.tsx'
import { linkClass } from '../ui/controls/linkClass.ts'
import { BankStatementHelp } from './BankStatementHelp.tsx'
import { HelpContact } from './HelpContact.tsx'
import { HelpQuestions } from './HelpQuestions.tsx'
import { type HelpTopic, helpTopics } from './helpTopics.ts'
import { HelpWords } from './HelpWords.tsx'

type HelpSectionProps = {
  title: string
  /** Level of its heading: 3 in the panel, whose title is a level 2. */
  level?: 2 | 3
  children: ReactNode
}

export function HelpSection({ title, level = 3, children }: HelpSectionProps) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <Heading id={id} className="text-title-sm font-strong">
        {title}
      </Heading>
      {children}
    </section>
  )
}

/** The help of one screen: what it is for, three questions, its words, and how to reach support. `toContact` scrolls to the last. */
export function HelpSections({ topic, toContact, onLeave }: { topic: HelpTopic; toContact: boolean; onLeave: () => void }) {
  const session = useSession()
  const contact = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (toContact) contact.current?.scrollIntoView({ block: 'start' })
  }, [toContact])
  const page = routeTable.find(({ name }) => name === 'help')
  const mayOpenPage = page !== undefined && mayEnter(page, session) && !session.account.requiresOnboarding
  return (
    <div className="grid gap-7">
      <p className="text-ink-2">{t(`help.about.${topic}`)}</p>
      <HelpSection title={t('help.questions')}>
        <HelpQuestions topic={topic} firstOpen />
      </HelpSection>
      {topic === 'bank' && (
        <HelpSection title={t('help.banks.title')}>
          <BankStatementHelp />
        </HelpSection>
      )}
      <HelpSection title={t('help.wordsHere')}>
        <HelpWords words={helpTopics[topic].words} />
      </HelpSection>
      <div ref={contact}>
        <HelpSection title={t('help.contact.title')}>
          <HelpContact />
        </HelpSection>
      </div>
      {mayOpenPage && (
        <p>
          <Anchor className={linkClass} href={paths.help()} onClick={onLeave}>
            {t('help.whole')}
          </Anchor>
        </p>
      )}
    </div>
  )
}
