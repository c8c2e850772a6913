import { t } from '../i18n/t.ts'
import { type HelpTopic, questionNumbers } from './helpTopics.ts'

/** The steps of an answer, numbered where there are several. */
function Steps({ text }: { text: string }) {
  const steps = text.split('\n')
  if (steps.length === 1) return <p className="text-md text-ink-2">{text}</p>
  return (
    <ol className="grid list-decimal gap-1.5 pl-5 text-md text-ink-2 marker:text-ink-3">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

/** A question that opens to its steps. */
export function HelpQuestion({ question, steps, open = false }: { question: string; steps: string; open?: boolean }) {
  return (
    <details className="more group border-b border-line py-2.5" open={open}>
      <summary className="flex min-h-8 cursor-pointer items-center font-medium max-md:min-h-11">{question}</summary>
      <div className="pt-1.5 pb-2">
        <Steps text={steps} />
      </div>
    </details>
  )
}

/** The three questions of a screen; in the panel the first is open. */
export function HelpQuestions({ topic, firstOpen = false }: { topic: HelpTopic; firstOpen?: boolean }) {
  return (
    <div className="border-t border-line">
      {questionNumbers.map((number) => (
        <HelpQuestion
          key={`${topic}${number}`}
          question={t(`help.question.${topic}.${number}`)}
          steps={t(`help.steps.${topic}.${number}`)}
          open={firstOpen && number === 1}
        />
      ))}
    </div>
  )
}
