// States as a word and a shape, never a colour alone.
export type Shape = 'waiting' | 'moving' | 'done' | 'failed' | 'off'

const MARKS: Readonly<Record<Shape, string>> = {
  waiting: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z',
  moving: 'M8 2a6 6 0 0 1 0 12z',
  done: 'M3.5 8.5l3 3 6-7',
  failed: 'M4 4l8 8M12 4l-8 8',
  off: 'M3 8h10',
}

export function Mark({ shape }: { shape: Shape }) {
  return (
    <svg className={`mark ${shape}`} viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
      {shape === 'moving' ? <circle cx="8" cy="8" r="6" fill="none" /> : null}
      <path d={MARKS[shape]} fill={shape === 'moving' ? 'currentColor' : 'none'} />
    </svg>
  )
}

export function State({ word, shape }: { word: string; shape: Shape }) {
  return (
    <span className={`state ${shape}`}>
      <Mark shape={shape} /> {word}
    </span>
  )
}
