// Words and phrases from published lists of common passwords, plus those an attacker would try first at a clinic.
// Letters only, because the check drops digits and punctuation; keyboard walks and digit sequences are detected by rules.
const WORDS = `
password passwort passwd passcode passphrase mypassword yourpassword newpassword oldpassword thepassword
thisismypassword mypasswordis changepassword resetpassword strongpassword passwordchange nopassword
forgotpassword pass passme secret secrets secretword topsecret supersecret mysecret letmein letmeinnow
letmeinplease pleaseletmein welcome welcomeback welcomehome welcometo changeme changemenow changeit pleasechange
pleasechangeme default temp temporary admin administrator administrador superadmin superuser sysadmin root toor
master masterkey manager user username users guest public private test tester testing account login logon signin
access accessgranted enter entry open sesame abracadabra trustno trustnoone trustme hello helloworld
hellothere hithere goodbye goodmorning goodnight iloveyou iloveyousomuch iloveme ilovemyself iloveher ilovehim
ilovegod ilovejesus ilovemom ilovemymom ilovemydad ilovemyfamily ilovemykids ilovemydog ilovemycat ilovemywife
ilovemyhusband ilovemyjob ilovemusic ilovecats ilovedogs ilovethis ilovelife iloveu loveyou loveme lovely lover
lovers love loveit loveislove lovelife truelove mylove mylife mybaby myangel myname mypass correcthorse
batterystaple thequickbrownfox thequickbrownfoxjumps quickbrownfox thequickbrownfoxjumpsoverthelazydog lazydog
loremipsum loremipsumdolor loremipsumdolorsitamet tobeornottobe tobeornottobethatisthequestion
maytheforcebewithyou theforce usetheforce lukeiamyourfather beammeupscotty livelongandprosper winteriscoming
youshallnotpass onceuponatime ihaveadream inthebeginning thisisnotapassword thisisapassword idontknow idontcare
idontremember icantremember iforgot whatever whatsup nothing nobody whocares dontforget dontforgetit rememberme
forgetme forgetit forever foreveryoung neverever neveragain nevergiveup dragon dragons dragonball blackdragon
reddragon monkey monkeys monkeyman blackmonkey football footballs baseball basketball softball soccer hockey
tennis golf golfer hunting hunter racing sports superman batman spiderman ironman wonderwoman captain avengers
hulk thor joker wolverine deadpool robin catwoman superhero starwars startrek skywalker darthvader jedi yoda
hansolo chewbacca stormtrooper lordoftherings gandalf frodo aragorn legolas hobbit mordor harrypotter hogwarts
gryffindor slytherin hermione dumbledore voldemort pokemon pikachu charizard supermario luigi zelda sonic tetris
pacman minecraft fortnite roblox playstation xbox nintendo gamer gameover games player playboy callofduty
counterstrike warcraft worldofwarcraft diablo starcraft halo matrix neo trinity morpheus terminator predator
alien rocky rambo jamesbond bond goldfinger shadow shadows sunshine sunshines mysunshine youaremysunshine
sunflower sunset sunrise sunday friday august spring summer summertime autumn fall winter wintertime christmas
merrychristmas halloween easter thanksgiving newyear happybirthday princess prince queen king kingdom kingkong
princesa angel angels fallenangel devil heaven hell jesus jesussaves jesusislord jesuslovesme jesusisking christ
god godisgood godislove godbless godblessyou blessed blessing blessings faith faithful hope grace gracie
praisegod holyspirit church bible genesis savior believe believer peace peaceful freedom america american usa
unitedstates texas california florida newyork newyorkcity chicago boston dallas denver phoenix houston seattle
miami losangeles sanfrancisco australia cowboys steelers packers patriots broncos raiders eagles giants bears
vikings redskins dolphins panthers falcons seahawks chiefs yankees redsox cubs dodgers braves cardinals lakers
celtics bulls rangers penguins liverpool arsenal chelsea manchester manchesterunited barcelona realmadrid
juventus michael michelle jennifer jessica ashley amanda nicole daniel danielle david robert robertson thomas
thomson william williams charles charlie charlotte george georgia andrew anthony matthew joshua jordan justin
brandon christopher christian christina christine christy benjamin samantha samuel stephanie elizabeth victoria
alexander alexandra alexandria andrea angela angelica angelina brittany caroline catherine katherine kathleen
douglas edward emma eric frederick gabriel gabriela gabriella gregory hannah harley heather isabella isabelle
jackson jacob jasmine jeffrey jeremy johnny johnson jonathan joseph josephine kenneth kimberly kevin lauren
madison maggie margaret melanie melissa mercedes miranda monica morgan natalie natasha nathan nathaniel nicholas
oliver olivia patricia patrick peter rachel rebecca richard sabrina sarah savannah scott sebastian shannon
sophia sophie steven stephen sydney taylor timothy tyler vanessa veronica vincent zachary abigail alejandra
alejandro antonio carlos francisco guadalupe javier rodriguez garcia gonzalez buster bailey bandit bella buddy
charliebrown chester chocolate cinnamon cookie cookies coffee coffeetime cupcake candy cherry cheese cheesecake
cheeseburger hamburger pizza turkey banana apple apples applepie orange oranges strawberry blueberry raspberry
peaches peach pineapple pumpkin peanut pepper peppermint honey honeybee butter butterfly butterflies
butterscotch ginger cocacola pepsi whiskey tequila budweiser beer vodka wine maggiemay molly lucky luckydog
luckyone ladybug daisy roses rosebud rose lilly lily orchid tiger tigers tigger lion lions panther cougar jaguar
leopard puma teddybear polarbear unicorn unicorns bunny bunnies kitten kitty kittycat puppy puppies puppydog
doggy doggie dogs bigdog bulldog rottweiler pitbull labrador retriever shepherd blackcat goldfish dolphin turtle
turtles scorpion cobra viper python eagle phoenixrising wolf wolves whitewolf lonewolf dinosaur mustang corvette
camaro ferrari porsche lamborghini mercedesbenz toyota honda hondacivic chevrolet chevy ford nissan subaru
volkswagen bmw audi jeep dodge truck trucks harleydavidson yamaha suzuki kawasaki ducati computer computers
internet laptop keyboard monitor microsoft office google gmail yahoo hotmail facebook instagram twitter snapchat
youtube linkedin amazon netflix spotify samsung iphone ipad android galaxy macbook postgres postgresql wifi
hacker hackers hacked hackme security secure secured helpdesk techsupport money moremoney cash dollar dollars
million millionaire billionaire rich richie gold golden silver diamond diamonds platinum crystalball emerald
medical medicine medicalcenter medicalgroup medicalrecords medicalassistant doctor doctors physician physicians
nurse nurses nursing hospital hospitals clinic clinics clinical patient patients patientcare health healthcare
healthy healthcenter wellness surgery surgeon surgerycenter pharmacy pharmacist physicaltherapy painmanagement
painclinic hipaa hipaacompliant provider providers frontdesk reception receptionist practice mypractice
ourpractice stethoscope covid coronavirus musica musician guitarist pianoman rockstar rockandroll rocknroll
metallica nirvana greenday linkinpark slipknot eminem beatles thebeatles rollingstones ledzeppelin pinkfloyd
acdc ironmaiden blacksabbath gunsnroses bonjovi madonna shakira beyonce rihanna taylorswift justinbieber
onedirection elvis elvispresley marley bobmarley tupac metal heavymetal dancer dancing cheerleader blink happy
happiness happyday happydays happygirl smile smiley awesome amazing beautiful beautifulday prettygirl cutie
cutiepie sexy sexygirl sweet sweetie sweetheart sweetpea sweetness darling babygirl babyboy babe babes baby
babyblue cool coolguy coolgirl crazy crazygirl crazyboy loser winner champion legend hero ninja samurai pirate
warrior airforce marines usmc semperfi killer assassin ghost ghostrider vampire zombie zombies monster demon
wizard merlin magic fantasy finalfantasy fairy mermaid rainbow rainbows star starfish starlight stargate moon
moonlight moonshine thunder thunderbird hurricane snowball snowflake snowman snowboard blizzard ice iceman
icecream firefire fireman firefly fireball firebird firefighter phoenixfire dream dreams dreamer dreaming
imagine imagination family myfamily familyfirst mother mothers mommy father daddy daddysgirl sister brother
bestfriend bestfriends friend boyfriend girlfriend lovebird school highschool english purple orangejuice
blackjack blackbird bluebird bluesky blueeyes greeneyes browneyes redhead redrose whitehouse greenapple
greengreen blackwhite purplerain pinkpink onetwothree onetwothreefour onetwothreefourfive number numberone
alphaomega alphabet alphabeta charliedelta abc abcd abcde abcdef abcdefg xyz xyzzy qwerty qwertyuiop asdf asdfgh
asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc azerty aaaa zzzz fuckyou fuckoff fuckme fuckthis fuckit bitch bullshit
asshole shit shithead damn bastard
`;

/** Common passwords in lowercase letters, compared with the letters of a candidate. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
