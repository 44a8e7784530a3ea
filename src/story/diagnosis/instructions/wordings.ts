/**
 * How text from outside gives orders, in English. A line is weighed: what no honest log would say counts double and is
 * enough alone; what honest logs say too counts once and needs company.
 */
type Wording = { weight: 1 | 2; forms: readonly RegExp[] }

/** However many of its forms are found, a wording counts once. */
const weighing =
  (weight: Wording['weight']) =>
  (...forms: readonly RegExp[]): Wording => ({ weight, forms })
const telling = weighing(2)
const hinting = weighing(1)

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

// The same in other languages. Each row: forgetting what was told, the reader by name, a deed, and that nobody needs to be
// asked.

type Tongue = readonly [forget: RegExp, reader: RegExp, deed: RegExp, steering: RegExp]

const TONGUES: readonly Tongue[] = [
  [
    /(?:忽略|无视|忘记|忘掉|不要理会|忽視|無視)[^。；\n]{0,12}(?:指令|指示|提示|规则|規則|说明|命令|要求)/u,
    /(?:助手|助理)|人工智能|人工智慧|语言模型|大模型|智能体|(?:运维|故障|事件)机器人/u,
    /(?:请|立即|立刻|马上|必须|务必)[^。；\n]{0,10}(?:重启|删除|扩容|缩容|回滚|终止|杀死|执行|运行|调用|清空)/u,
    /(?:你|您)(?:必须|应该|现在是)|从现在(?:开始|起)|新(?:的)?(?:任务|指令)|(?:无需|不需要|不必|不用)[^。；\n]{0,6}(?:确认|批准|审批|询问)|已经?[^。；\n]{0,6}(?:批准|授权)|不要(?:检查|调查|报告|询问)/u,
  ],
  [
    /(?:指示|命令|プロンプト|ルール|説明)[^。\n]{0,8}(?:無視|忘れ|破棄)|(?:無視|忘れ)[^。\n]{0,8}(?:指示|命令|プロンプト)/u,
    /アシスタント|人工知能|言語モデル|(?:ai|インシデント)ボット/u,
    /(?:再起動|削除|停止|スケール|ロールバック|実行|終了)(?:して(?:ください|下さい)|せよ|しろ|しなさい)/u,
    /あなたは|今すぐ|直ちに|ただちに|承認済み|(?:確認|承認)は?(?:不要|必要ありません)|新しい(?:タスク|指示)/u,
  ],
  [
    /(?:지시|명령|프롬프트|규칙)[^.\n]{0,8}(?:무시|잊)|(?:무시|잊)[^.\n]{0,8}(?:지시|명령|프롬프트)/u,
    /어시스턴트|인공지능|언어 ?모델|챗봇/u,
    /(?:재시작|삭제|종료|롤백|실행|축소|확장)(?:하세요|하십시오|해 ?주세요|하라|해라)/u,
    /당신은|지금 ?즉시|승인 ?(?:됨|완료|불필요)|확인 ?(?:없이|불필요)|새로운 ?(?:작업|지시)/u,
  ],
  [
    /\b(?:ignorier\w*|vergiss|vergessen sie|missachte\w*)\b[^.;]{0,40}(?:anweisung|instruktion|vorgabe|regel|befehl|hinweis|prompt)/u,
    /\b(?:ki|k\.i\.)(?![\w-])|\b(?:ki-)?assistent(?:en|in)?\b|\bsprachmodell/u,
    /\b(?:bitte|sofort|unverzüglich|umgehend|du musst|sie müssen)\b[^.;]{0,50}(?:neu ?start|neustarten|starte\w*|lösch|beende|skalier|zurückroll|rolle\b|führe?n?\b|ausführ)/u,
    /\bohne (?:rück|nach)frage|\bgenehmigung (?:liegt vor|erteilt)|\bbereits genehmigt|\bkeine (?:aktion|maßnahme) (?:nötig|erforderlich)|\bneue (?:aufgabe|anweisung)/u,
  ],
  [
    /\b(?:ignore[zr]?|oublie[zr]?|ne tiens pas compte|ne tenez pas compte|n[ée]glige[zr]?)\b[^.;]{0,40}(?:instructions?|consignes?|r[èe]gles?|directives?|messages? pr[ée]c[ée]dents?)/u,
    /\bassistant(?:e)? (?:ia|virtuel)|\bl['’ ]?ia\b|\bintelligence artificielle|\bmod[èe]le de langage|\bl['’]assistant/u,
    /\b(?:veuillez|imm[ée]diatement|tout de suite|tu dois|vous devez|merci de)\b[^.;]{0,50}(?:red[ée]marr|supprim|arr[êe]t|ex[ée]cut|termin|annul|lanc|r[ée]duir|appel)/u,
    /\bsans (?:confirmation|demander|approbation)|\bd[ée]j[àa] approuv|\baucune action (?:n['’]est )?(?:requise|n[ée]cessaire)|\bnouvelle (?:t[âa]che|consigne)/u,
  ],
  [
    /\b(?:ignor(?:a|e|en|ar)|olvid(?:a|e|en)|descarta|haz caso omiso)\b[^.;]{0,40}(?:instruccion|indicacion|regla|[óo]rden|directri|mensajes? anterior)/u,
    /\basistente\b|\binteligencia artificial|\bmodelo de lenguaje|\bla ia\b/u,
    /\b(?:por favor|inmediatamente|de inmediato|debes|debe|ahora mismo)\b[^.;]{0,50}(?:reinici|elimin|borr|ejecut|termin|escal|revert|detén|llam)/u,
    /\bsin (?:confirmaci[óo]n|preguntar|aprobaci[óo]n)|\bya (?:est[áa] )?aprobad|\bno se requiere (?:ninguna )?acci[óo]n|\bnueva (?:tarea|instrucci[óo]n)/u,
  ],
  [
    /\b(?:ignor(?:e|a|ar|em)|esque[çc]a|desconsidere)\b[^.;]{0,40}(?:instru[çc]|regras?|orienta[çc]|ordens|diretri|mensagens? anterior)/u,
    /\bassistente\b|\bintelig[êe]ncia artificial|\bmodelo de linguagem|\ba ia\b/u,
    /\b(?:por favor|imediatamente|agora mesmo|voc[êe] deve)\b[^.;]{0,50}(?:reinici|exclu|apag|execut|encerr|escal|revert|cham)/u,
    /\bsem (?:confirma[çc][ãa]o|perguntar|aprova[çc][ãa]o)|\bj[áa] (?:foi )?aprovad|\bnenhuma a[çc][ãa]o|\bnova (?:tarefa|instru[çc][ãa]o)/u,
  ],
  [
    /\b(?:ignora(?:re|te)?|dimentica(?:re|te)?|trascura)\b[^.;]{0,40}(?:istruzion|regol|indicazion|ordini|direttiv|messaggi precedenti)/u,
    /\bassistente\b|\bintelligenza artificiale|\bmodello linguistico/u,
    /\b(?:per favore|immediatamente|subito|devi|dovete)\b[^.;]{0,50}(?:riavvi|elimin|cancell|esegu|termin|scala|ripristin|chiam)/u,
    /\bsenza (?:conferma|chiedere|approvazione)|\bgi[àa] approvat|\bnessuna azione|\bnuov[oa] (?:compito|istruzione)/u,
  ],
  [
    /\b(?:negeer|vergeet|sla .{0,10}over)\b[^.;]{0,40}(?:instructie|opdracht|regels|aanwijzing)/u,
    /\bassistent\b|\bkunstmatige intelligentie|\btaalmodel/u,
    /\b(?:alsjeblieft|onmiddellijk|direct|je moet|u moet)\b[^.;]{0,50}(?:herstart|verwijder|stop|voer|schaal|draai)/u,
    /\bzonder (?:bevestiging|te vragen|goedkeuring)|\bal goedgekeurd|\bgeen actie (?:nodig|vereist)|\bnieuwe (?:taak|opdracht)/u,
  ],
  [
    /\b(?:zignoruj|pomiń|zapomnij)\b[^.;]{0,40}(?:instrukcj|polece|zasad|wytyczn)/u,
    /\basysten|\bsztuczn\w+ inteligencj|\bmodel\w* językow/u,
    /\b(?:proszę|natychmiast|musisz|należy)[^.;]{0,50}(?:zrestart|usu[ńn]|wykona|zako[ńn]cz|przeskal|cofn|uruchom)/u,
    /\bbez (?:potwierdzenia|pytania|zgody)|\bjuż zatwierdz|\bnie jest wymagane|\bnowe (?:zadanie|polecenie)/u,
  ],
  [
    /(?:önceki|yukarıdaki|tüm)[^.;]{0,30}(?:talimat|komut|kural|yönerge)[^.;]{0,20}(?:yok say|unut|görmezden|dikkate alma)/u,
    /\basistan|\byapay zek[aâ]|\bdil modeli/u,
    /(?:lütfen|hemen|derhal|şimdi)[^.;]{0,50}(?:yeniden başlat|sil|çalıştır|durdur|ölçekle|geri al|sonlandır)/u,
    /\bonay(?:ı)? (?:olmadan|gerekmez|verildi)|\bsormadan|\byeni görev/u,
  ],
  [
    /(?:игнорируй|игнорируйте|забудь|забудьте|не учитывай)[^.;]{0,40}(?:инструкци|указани|правил|команд|сообщени|промпт)/u,
    /(?:^|[^\p{L}])(?:ии|ассистент\p{L}*|помощник\p{L}*|языков\p{L}+ модел\p{L}+|искусственн\p{L}+ интеллект\p{L}*|бот(?:у|а)?)(?!\p{L})/u,
    /(?:пожалуйста|немедленно|срочно|сейчас же|ты должен|вы должны|необходимо)[^.;]{0,50}(?:перезапуст|перезагруз|удали|выполни|заверши|останови|масштабир|откати|вызови|запусти)/u,
    /без (?:подтверждени|согласовани|разрешени)|уже (?:одобрен|согласован)|действи\p{L}+ не требу|новая (?:задача|инструкция)/u,
  ],
  [
    /(?:ігноруй|ігноруйте|забудь)[^.;]{0,40}(?:інструкці|вказівк|правил|команд)/u,
    /асистент|штучн\p{L}+ інтелект/u,
    /(?:будь ласка|негайно|терміново|ти маєш)[^.;]{0,50}(?:перезапуст|видали|виконай|заверши|масштабуй|відкоти)/u,
    /без (?:підтвердження|погодження)|вже (?:схвалено|погоджено)|нове завдання/u,
  ],
  [
    /(?:تجاهل|انس|أهمل)[^.;؛]{0,40}(?:التعليمات|الأوامر|القواعد|الإرشادات|تعليمات)/u,
    /المساعد|الذكاء الاصطناعي|نموذج اللغة|ذكاء اصطناعي/u,
    /(?:يرجى|فورا|فوراً|الآن|يجب عليك|من فضلك)[^.;؛]{0,50}(?:إعادة تشغيل|أعد تشغيل|حذف|احذف|نفذ|تنفيذ|إيقاف|أوقف)/u,
    /بدون (?:تأكيد|موافقة)|تمت الموافقة|لا (?:يلزم|حاجة)[^.;؛]{0,20}(?:إجراء|تأكيد)|مهمة جديدة/u,
  ],
  [
    /(?:पिछले|पूर्व|सभी|उपरोक्त)[^।;]{0,30}(?:निर्देश|आदेश|नियम)[^।;]{0,30}(?:अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल)/u,
    /सहायक|कृत्रिम बुद्धिमत्ता|एआई/u,
    /(?:कृपया|तुरंत|अभी|फौरन)[^।;]{0,50}(?:पुनः ?(?:आरंभ|प्रारंभ)|रीस्टार्ट|हटा|चला|बंद करें)/u,
    /बिना (?:पुष्टि|अनुमति|पूछे)|पहले से स्वीकृत|कोई कार्रवाई/u,
  ],
  [
    /\b(?:abaikan|lupakan)\b[^.;]{0,40}(?:instruksi|perintah|aturan|petunjuk)/u,
    /\basisten\b|\bkecerdasan buatan|\bmodel bahasa/u,
    /\b(?:tolong|segera|sekarang juga|anda harus)\b[^.;]{0,50}(?:mulai ulang|restart|hapus|jalankan|hentikan|skalakan)/u,
    /\btanpa (?:konfirmasi|persetujuan|bertanya)|\bsudah disetujui|\btidak perlu tindakan|\btugas baru/u,
  ],
  [
    /(?:bỏ qua|phớt lờ|quên)[^.;]{0,40}(?:hướng dẫn|chỉ dẫn|lệnh|quy tắc)/u,
    /trợ lý|trí tuệ nhân tạo|mô hình ngôn ngữ/u,
    /(?:vui lòng|ngay lập tức|hãy|phải)[^.;]{0,50}(?:khởi động lại|xóa|xoá|thực thi|chạy|dừng)/u,
    /không cần (?:xác nhận|phê duyệt|hỏi)|đã được phê duyệt|nhiệm vụ mới/u,
  ],
]

export const FOREIGN: readonly Wording[] = [
  telling(...TONGUES.map(([forget]) => forget)),
  hinting(...TONGUES.map(([, reader]) => reader)),
  hinting(...TONGUES.map(([, , deed]) => deed)),
  hinting(...TONGUES.map(([, , , steering]) => steering)),
]
