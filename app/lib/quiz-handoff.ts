/** One answered question of a quiz, in words. `ghlField` is the field of the CRM that receives it. */
export type QuizAnswer = { id: string; questionText: string; answer: string; ghlField: string };

/** A finished quiz, as its quote link passes it on to a service request. */
export type QuizHandoff = { slug: string; answers: QuizAnswer[] };
