import { useState } from 'react'
import { t } from '../i18n/t.ts'
import { mayEnter } from '../navigation/menuOf.ts'
import { useAddress } from '../routes/useAddress.ts'
import { routeTable } from '../routes/routeTable.ts'
import type { Screen } from '../routes/screen.ts'
import { type Session, useSession } from '../session/session.ts'
import { Live } from '../ui/feedback/Live.tsx'
import { SearchInput } from '../ui/forms/SearchInput.tsx'
import { BankStatementHelp } from './BankStatementHelp.tsx'
import { findHelp } from './findHelp.ts'
import { glossaryWords } from './glossary.ts'
import { HelpContact } from './HelpContact.tsx'
import { HelpQuestion, HelpQuestions } from './HelpQuestions.tsx'
import { HelpSection } from './HelpSections.tsx'
import { type HelpTopic, helpTopics, questionNumbers, topicOf } from './helpTopics.ts'
import { HelpWords } from './HelpWords.tsx'

/** The topics of screens that this member may open. */
const topicsOf = (session: Session): HelpTopic[] =>
  (Object.keys(helpTopics) as HelpTopic[]).filter((topic) =>
    routeTable.some((row) => topicOf(row) === topic && 'needsLogin' in row && mayEnter(row, session)),
  )

const wordEntries = () => glossaryWords.map((word) => ({ word, title: t(`help.word.${word}`), text: t(`help.means.${word}`) }))
const questionEntries = (topics: readonly HelpTopic[]) =>
  topics.flatMap((topic) =>
    questionNumbers.map((number) => ({
      key: `${topic}${number}`,
      title: t(`help.question.${topic}.${number}`),
      text: t(`help.steps.${topic}.${number}`),
    })),
  )

/** What the search leaves of words and questions. */
function Found({ text, topics }: { text: string; topics: readonly HelpTopic[] }) {
  const words = findHelp(wordEntries(), text)
  const questions = findHelp(questionEntries(topics), text)
  const count = words.length + questions.length
  const countText = t('help.page.found', { count })
  return (
    <>
      <Live message={countText} />
      {count === 0 ? <p className="text-ink-2">{t('help.page.none', { text })}</p> : <p className="text-md text-ink-3">{countText}</p>}
      {words.length > 0 && (
        <HelpSection level={2} title={t('help.page.glossary')}>
          <HelpWords words={words.map(({ word }) => word)} wide />
        </HelpSection>
      )}
      {questions.length > 0 && (
        <HelpSection level={2} title={t('help.page.questions')}>
          <div className="border-t border-line">
            {questions.map(({ key, title, text: steps }) => (
              <HelpQuestion key={key} question={title} steps={steps} open={questions.length < 4} />
            ))}
          </div>
        </HelpSection>
      )}
    </>
  )
}

/** All help of the screens that this member may open, the glossary, and the statements of banks; searched while typing. */
function Help() {
  const session = useSession()
  const { search } = useAddress()
  const [text, setText] = useState(search['q'] ?? '')
  const topics = topicsOf(session)
  const words = wordEntries().toSorted((a, b) => a.title.localeCompare(b.title))
  return (
    <section aria-labelledby="help-title" className="grid max-w-[960px] gap-7">
      <div className="grid gap-1.5">
        <h1 id="help-title" className="font-display text-title-lg font-title tracking-tight">
          {t('help.title')}
        </h1>
        <p className="text-ink-2">{t('help.page.about')}</p>
      </div>
      <SearchInput
        label={t('help.page.search')}
        placeholder={t('help.page.search')}
        value={text}
        onChange={setText}
        className="max-w-[520px]"
      />
      {text.trim() === '' ? (
        <>
          <HelpSection level={2} title={t('help.page.glossary')}>
            <HelpWords words={words.map(({ word }) => word)} wide />
          </HelpSection>
          {topics.includes('bank') && (
            <HelpSection level={2} title={t('help.banks.title')}>
              <BankStatementHelp wide />
            </HelpSection>
          )}
          <div className="grid items-start gap-x-9 gap-y-8 md:grid-cols-2">
            {topics.map((topic) => (
              <HelpSection level={2} key={topic} title={t(helpTopics[topic].title)}>
                <p className="text-md text-ink-2">{t(`help.about.${topic}`)}</p>
                <HelpQuestions topic={topic} />
              </HelpSection>
            ))}
          </div>
        </>
      ) : (
        <Found text={text} topics={topics} />
      )}
      <HelpSection level={2} title={t('help.contact.title')}>
        <HelpContact />
      </HelpSection>
    </section>
  )
}

export const HelpPage: Screen = { component: Help }
