/**
 * How text from outside gives orders, in English. A line is weighed: what no honest log would say counts double and is
 * enough alone; what honest logs say too counts once and needs company.
 */
export type Wording = { weight: 1 | 2; forms: readonly RegExp[] }

/** However many of its forms are found, a wording counts once. */
const weighing =
  (weight: Wording['weight']) =>
  (...forms: readonly RegExp[]): Wording => ({ weight, forms })
export const telling = weighing(2)
export const hinting = weighing(1)

/** Words that can only mean a machine that reads. */
const READER = String.raw`(?:ais?|a\.i\.|llms?|(?:ai|virtual|digital|on-?call|incident|ops|sre|diagnos\w+|remediation|automated) (?:assistants?|agents?|bots?|operators?|models?|engineers?|responders?|systems?)|assistants?|chat ?bots?|chatgpt|gpt-?\d*\w*|claude|gemini|copilot|language models?|firebreak)`
/** Words that often mean one, and often a part of the system. */
const MAYBE_READER = `(?:agents?|bots?|models?|automations?|operators?|responders?|system)`
const ADDRESS = `(?:attention|dear|hey|hello|listen|(?:note|notice|message|instructions?|tasks?|orders?|directives?|commands?|requests?|guidance|update|job|reminder) (?:to|for))`

/** Told to a reader by name. */
const ADDRESSED: readonly Wording[] = [
  telling(new RegExp(String.raw`\b${ADDRESS},? (?:(?:all|the|any|every|our|your|this) )?(?:\w+ )?${READER}\b(?!-)`)),
  hinting(
    new RegExp(String.raw`\b${ADDRESS},? (?:(?:all|the|any|every|our|your|this) )?(?:\w+ )?${MAYBE_READER}\b(?!-)`),
  ),
  telling(/\bautomated (?:responders?|assistants?|agents?|remediation)\s*[:,]/),
  telling(
    new RegExp(
      String.raw`\b(?:you are|act as|behave as|pretend to be|roleplay as)(?: now)? (?:an?|the|in|my|our) (?:\w+ ){0,3}(?:${READER}|maintenance mode|developer mode|debug mode|admin(?:istrator)?|root)\b`,
    ),
  ),
  telling(new RegExp(String.raw`\bif you(?:'re| are) (?:an? |the |reading this,? )?(?:\w+ ){0,2}${READER}\b`)),
  hinting(new RegExp(String.raw`(?<![\w/.-])${READER}(?![\w/.-]*\w)`)),
  hinting(
    /^\W*(?:system|assistant|developer|human)(?: (?:prompt|message|note|notice|override|update|instructions?))?\s*[:>\]]/,
  ),
  telling(/^\W*(?:system|assistant|developer) (?:prompt|override|instructions?)\s*[:>\]]/),
  hinting(/\b(?:system|developer|hidden|initial|original) prompt\b/),
  hinting(/\bimportant (?:system )?(?:update|notice|message|instructions?)\b/),
]

/** Signs by which models tell who speaks. */
const ROLE_MARKS: readonly Wording[] = [
  telling(/<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\b/),
  telling(/\[\/?inst\]|<<\/?sys>>/),
  telling(/<\/?(?:tool_call|tool_result|function_calls?|tool_response|invoke|system_prompt)\b/),
  telling(/#{2,} ?(?:instructions?|system|new task|response)\b/),
  hinting(
    /\b(?:end|begin(?:ning)?) of (?:the )?(?:logs?|data|input|output|context|document|tool (?:output|result)s?|untrusted \w+)\b/,
  ),
  hinting(/\bnew (?:tasks?|instructions?|objectives?|goals?|mission|directives?)\b/),
]

const EARLIER = `(?:all|any|every|the|your|my|previous|prior|above|earlier|preceding|former|existing|other|initial|original|system|safety|these|those|of)`

/** Undoing what the reader was told before. */
const OVERRIDING: readonly Wording[] = [
  telling(
    new RegExp(
      String.raw`\b(?:ignore|disregard|forget|override|bypass|overrule|neglect)\b(?: ${EARLIER}){1,5} (?:\w+ )?(?:instructions?|prompts?|guidelines?|directions?|directives?|guardrails?|system message|training)\b`,
    ),
  ),
  hinting(
    new RegExp(
      String.raw`\b(?:ignore|disregard|forget|override|bypass|discard)\b(?: ${EARLIER}){1,5} (?:\w+ )?(?:rules?|context|findings?|evidence|constraints?|polic(?:y|ies)|alerts?|messages?|results?|data|errors?|safety|restrictions?)\b`,
    ),
  ),
  hinting(
    /\b(?:from now on|starting now|your new (?:task|role|goal)|you(?:'re| are) now|you have been (?:re-?assigned|updated|authori[sz]ed))\b/,
  ),
  hinting(/\bjailbr(?:eak|oken)\b|\bprompt injection\b|\bdo anything now\b/),
]

/** What to say, what not to look at, and that nobody needs to be asked. */
const STEERING: readonly Wording[] = [
  hinting(/\bno[- ]action[- ](?:is[- ])?(?:required|needed|necessary)\b|\bnothing (?:needs )?to be done\b/),
  hinting(
    /\b(?:diagnosis|investigation|analysis|triage|incident|root cause) (?:(?:is|was|has been|already|now) )+(?:complete|completed|finished|done|concluded|closed|known|resolved)\b/,
  ),
  hinting(
    /\b(?:report|return|output|answer|respond|reply|say|state|conclude|submit|declare|write|print)\b(?: [\w"']+){0,4}? (?:verdict|verbatim|unchanged|"?no issues?|"?no problem|"?all (?:is )?(?:clear|well|good)|"?healthy|"?resolved|false (?:positive|alarm)|no fault|as (?:your|the) (?:conclusion|diagnosis|answer))/,
  ),
  hinting(/\bconfidence\W{0,3}(?:of|is|to|at)?\W{0,3}(?:0?\.9\d*|1\.0+|9\d ?%|100 ?%)/),
  hinting(
    /\bthe (?:true|real|actual|only|sole) (?:root )?cause is\b|\bis the (?:true |real |actual )?root cause\b|\bthe (?:outage|incident|alert|problem|failure) is caused by\b/,
  ),
  hinting(
    /\b(?:do not|don't|never|must not|stop) (?:\w+ )?(?:inspect|investigate|look (?:at|into)|examine|query|mention|tell|reveal|escalate|page|notify|ask|analy[sz]e|diagnose|flag|question|verify|restart|wait for)\b/,
  ),
  hinting(
    /\b(?:without|no|skip|skipping|bypass|do not (?:ask|wait) for|don't (?:ask|wait) for)\b(?: (?:any|further|human|manual|operator|prior|waiting|asking|for|need|the))* (?:approvals?|confirmation|permission|asking|questions?|human)\b/,
  ),
  hinting(
    /\b(?:approval|permission|authori[sz]ation|consent)(?: (?:is|was|has been|have been|already|not))* (?:granted|given|needed|required)\b|\b(?:pre-?|already |auto-?)approved\b|\bapproved by (?:the |an? )?(?:\w+ )?(?:admin\w*|operators?|on-?call|sre|dba|cto|ciso|security|management|owners?|root|team)\b/,
  ),
  hinting(
    /\b(?:close|mark|resolve|dismiss|silence)\b(?: \w+){0,3} (?:incident|ticket|alert|case)\b|\bmark(?:ed)? (?:it |this )?as (?:resolved|false positive|closed)\b/,
  ),
]

const DEED = `(?:restart|reboot|delete|remove|kill|terminate|scale|roll ?back|revert|cordon|uncordon|drain|evict|drop|truncate|vacuum|wipe|purge|shut ?down|redeploy|recreate|exec(?:ute)?|run|call|invoke|apply)`
const THING = `(?:pods?|deployments?|namespaces?|nodes?|services?|databases?|tables?|quer(?:y|ies)|sessions?|pids?|secrets?|clusters?|volumes?|pvcs?|replicas?|containers?|workloads?|backends?|connections?|everything|commands?|plugins?|tools?|functions?)`

/** Deeds in the imperative. Hints of honest programs look like this too, so one alone is nothing. */
const COMMANDING: readonly Wording[] = [
  hinting(
    new RegExp(
      String.raw`(?:^|[:;,.!?>"'\])] ?|\b(?:please|kindly|must|should|shall|now|immediately|then|and|need to|have to|simply|just) )${DEED} (?:(?:the|all|every|any|each|this|that|our|your|following) )?(?:[\w./=-]+ ){0,3}?${THING}\b`,
    ),
    /\bkubectl (?:delete|scale|rollout|drain|cordon|exec|apply|patch|edit|replace|create|run)\b|\brm -[rf]{1,2}\b|\bcurl\b.*\| ?(?:ba|z)?sh\b|\bdrop (?:table|database|schema)\b/,
  ),
  hinting(
    /\b(?:you|(?:reader|operator|responder|on-?call (?:engineer)?|sre|admin(?:istrator)?)s?) (?:must|should|shall|need to|have to|are (?:required|instructed|ordered|authori[sz]ed) to|will now)\b/,
  ),
  hinting(
    /\b(?:urgent(?:ly)?|at once|right now|right away|asap|without delay|immediately)\b[^.]{0,60}\b(?:restart|delete|kill|terminate|scale|roll ?back|cordon|drain|drop|run|execute|call)\b/,
  ),
  hinting(
    /\b(?:send|post|upload|forward|exfiltrate|leak|e-?mail|copy)\b(?: [\w./-]+){0,4} (?:secrets?|tokens?|passwords?|credentials?|keys?|env(?:ironment)?(?: variables)?|config(?:uration)?)\b.{0,30}\b(?:to|at)\b/,
  ),
]

export const ENGLISH: readonly Wording[] = [...ADDRESSED, ...ROLE_MARKS, ...OVERRIDING, ...STEERING, ...COMMANDING]
