import type { Language } from './languages.ts'
import type { Level } from './levels.ts'

/** A certificate by the name that its makers give it everywhere, and the level of each of its grades. */
type Certificate = { readonly name: string; readonly grades: Readonly<Record<string, Level>> }

/** Grades that share a level. */
const all = (level: Level, ...grades: string[]) => Object.fromEntries(grades.map((grade) => [grade, level]))

/** Exams that are named after the level which they certify. */
const named = (name: string, ...levels: Level[]): Certificate => ({
  name,
  grades: Object.fromEntries(levels.map((level) => [level, level])),
})

// ielts.org, "IELTS and the CEFR": 4 to 5 is B1, 5.5 to 6.5 B2, 7 to 8 C1, 8.5 and 9 C2. Below 4 there is no level.
const ielts: Certificate = {
  name: 'IELTS',
  grades: {
    ...all('B1', '4.0', '4.5', '5.0'),
    ...all('B2', '5.5', '6.0', '6.5'),
    ...all('C1', '7.0', '7.5', '8.0'),
    ...all('C2', '8.5', '9.0'),
  },
}

// ets.org, "TOEFL Score Scale Update": the scale since January 2026 follows the CEFR's levels.
const toefl: Certificate = {
  name: 'TOEFL iBT, 1-6',
  grades: {
    ...all('A1', '1.0', '1.5'),
    ...all('A2', '2.0', '2.5'),
    ...all('B1', '3.0', '3.5'),
    ...all('B2', '4.0', '4.5'),
    ...all('C1', '5.0', '5.5'),
    ...all('C2', '6.0'),
  },
}

// ets.org, "Mapping the TOEFL iBT Test on the CEFR": the scale from 2005 to 2025.
const toeflBefore: Certificate = {
  name: 'TOEFL iBT, 0-120',
  grades: { '42-71': 'B1', '72-94': 'B2', '95-113': 'C1', '114-120': 'C2' },
}

// cambridgeenglish.org, "The Cambridge English Scale": grade A certifies the next level, and a result below grade C the
// one before.
const cambridge: Certificate = {
  name: 'Cambridge English',
  grades: {
    'A2 Key, A1': 'A1',
    'A2 Key, B-C': 'A2',
    'A2 Key, A': 'B1',
    'B1 Preliminary, A2': 'A2',
    'B1 Preliminary, B-C': 'B1',
    'B1 Preliminary, A': 'B2',
    'B2 First, B1': 'B1',
    'B2 First, B-C': 'B2',
    'B2 First, A': 'C1',
    'C1 Advanced, B2': 'B2',
    'C1 Advanced, B-C': 'C1',
    'C1 Advanced, A': 'C2',
    'C2 Proficiency, C1': 'C1',
    'C2 Proficiency, A-C': 'C2',
  },
}

// france-education-international.fr, "TCF": a hundred points for each level.
const tcf: Certificate = {
  name: 'TCF',
  grades: {
    '100-199': 'A1',
    '200-299': 'A2',
    '300-399': 'B1',
    '400-499': 'B2',
    '500-599': 'C1',
    '600-699': 'C2',
  },
}

// testdaf.de: TDN 3 to 5 span B2 to C1; TDN 4, which spans B2.2 and C1.1, certifies the lower of the two.
const testDaF: Certificate = { name: 'TestDaF', grades: { 'TDN 3': 'B2', 'TDN 4': 'B2', 'TDN 5': 'C1' } }

// jlpt.jp, "Correspondence of the JLPT Total Score to the CEFR Level", on score reports since December 2025.
const jlpt: Certificate = {
  name: 'JLPT',
  grades: {
    N5: 'A1',
    N4: 'A2',
    'N3, 95-103': 'A2',
    'N3, 104-180': 'B1',
    'N2, 90-111': 'B1',
    'N2, 112-180': 'B2',
    'N1, 100-141': 'B2',
    'N1, 142-180': 'C1',
  },
}

// topik.go.kr publishes six levels, two each for beginners, intermediate and advanced learners, and no table. They are
// taken in order, as the test's centers in Europe do.
const topik: Certificate = {
  name: 'TOPIK',
  grades: { '1': 'A1', '2': 'A2', '3': 'B1', '4': 'B2', '5': 'C1', '6': 'C2' },
}

// chinesetest.cn publishes three stages of three levels (GF 0025-2021), elementary to advanced, and no table. A stage
// is taken as A, B or C. Which half a level belongs to is our own reading, by how much vocabulary it asks for.
const hsk: Certificate = {
  name: 'HSK 3.0',
  grades: {
    '1': 'A1',
    '2': 'A1',
    '3': 'A2',
    '4': 'B1',
    '5': 'B2',
    '6': 'B2',
    '7': 'C1',
    '8': 'C1',
    '9': 'C2',
  },
}

// cils.unistrasi.it: the names UNO to QUATTRO stand for B1 to C2.
const cils: Certificate = {
  name: 'CILS',
  grades: { A1: 'A1', A2: 'A2', 'UNO-B1': 'B1', 'DUE-B2': 'B2', 'TRE-C1': 'C1', 'QUATTRO-C2': 'C2' },
}

// cvcl.it: six levels from Impatto to 5.
const celi: Certificate = {
  name: 'CELI',
  grades: {
    'CELI Impatto': 'A1',
    'CELI 1': 'A2',
    'CELI 2': 'B1',
    'CELI 3': 'B2',
    'CELI 4': 'C1',
    'CELI 5': 'C2',
  },
}

type Certificates = Readonly<Record<string, Certificate>>

/** Ids and grades are stored, so each keeps its meaning. */
const CERTIFICATES: Readonly<Partial<Record<Language, Certificates>>> = {
  english: {
    ielts,
    toefl,
    toefl_120: toeflBefore,
    cambridge,
    // telc.net: each exam is named after its level, in this and other languages.
    telc: named('telc English', 'A1', 'A2', 'B1', 'B2', 'C1'),
  },
  spanish: {
    // cervantes.es: a diploma for each level.
    dele: named('DELE', 'A1', 'A2', 'B1', 'B2', 'C1', 'C2'),
    // siele.org: the test ends at C1.
    siele: named('SIELE', 'A1', 'A2', 'B1', 'B2', 'C1'),
    telc: named('telc Español', 'A1', 'A2', 'B1', 'B2'),
  },
  french: {
    // france-education-international.fr: DELF to B2, DALF for C1 and C2.
    delf_dalf: named('DELF, DALF', 'A1', 'A2', 'B1', 'B2', 'C1', 'C2'),
    tcf,
    telc: named('telc Français', 'A1', 'A2', 'B1', 'B2'),
  },
  german: {
    // goethe.de: a certificate for each level.
    goethe: named('Goethe-Zertifikat', 'A1', 'A2', 'B1', 'B2', 'C1', 'C2'),
    testdaf: testDaF,
    telc: named('telc Deutsch', 'A1', 'A2', 'B1', 'B2', 'C1', 'C2'),
  },
  japanese: { jlpt },
  korean: { topik },
  chinese: { hsk },
  italian: {
    cils,
    celi,
    // plida.it: a certificate for each level.
    plida: named('PLIDA', 'A1', 'A2', 'B1', 'B2', 'C1', 'C2'),
    telc: named('telc Italiano', 'A1', 'A2', 'B1', 'B2'),
  },
}

const own = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** The certificates in a tested language, by their ids. */
export function certificatesIn(language: Language): Certificates {
  return CERTIFICATES[language] ?? {}
}

/** The grades of a certificate in a language, in the order of its makers; none if it is unknown. */
export function gradesOf(language: Language, certificate: string): string[] {
  return Object.keys(own(certificatesIn(language), certificate)?.grades ?? {})
}

/** The level of a grade; undefined if the certificate or the grade is unknown. */
export function levelOfGrade(language: Language, certificate: string, grade: string): Level | undefined {
  return own(own(certificatesIn(language), certificate)?.grades ?? {}, grade)
}
